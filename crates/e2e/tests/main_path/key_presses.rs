//! What keys do in fields and editors (*browser_keypress*), on this platform and as on macOS.

use kitsune_e2e::{Kit, Reply, TabId, Value, json, run, run_apart};

/// In a text `|` is the caret, `[` and `]` are its selection and `/` breaks a line. `put(text)` writes
/// one into the field that is shown, or into the editor; `text()` reads it back.
const PAGE: &str = "<textarea id=f></textarea><div id=e contenteditable style='white-space:pre'></div><script>\
    const plain = marked => marked.replaceAll('/', '\\n').replace(/[\\[\\]|]/g, '');\
    const ends = marked => { const flat = marked.replaceAll('/', '\\n');\
      const start = flat.search(/[[|]/), end = flat.indexOf(']');\
      return [start, end < 0 ? start : end - 1] };\
    const marked = (all, from, to) => (from === to\
      ? all.slice(0, from) + '|' + all.slice(from)\
      : all.slice(0, from) + '[' + all.slice(from, to) + ']' + all.slice(to)).replaceAll('\\n', '/');\
    const put = text => { f.value = plain(text); f.setSelectionRange(...ends(text));\
      e.textContent = plain(text); const [from, to] = ends(text);\
      getSelection().setBaseAndExtent(e.firstChild ?? e, from, e.firstChild ?? e, to) };\
    const text = () => marked(f.value, f.selectionStart, f.selectionEnd);\
    const edited = () => { const range = getSelection().getRangeAt(0);\
      const at = (node, offset) => { const to = document.createRange(); to.setStart(e, 0);\
        to.setEnd(node, offset); return to.toString().length };\
      return marked(e.textContent, at(range.startContainer, range.startOffset),\
        at(range.endContainer, range.endOffset)) };</script>";

async fn press(kit: &Kit<'_>, tab: TabId, selector: &str, key: &str) -> Reply {
    let body = json!({"tabId": tab, "selector": selector, "key": key, "includeSnapshot": false});
    kit.agent().post("/api/keypress", body).await
}

/// Key, text before, text after, and the effect that is told.
type Row = (&'static str, &'static str, &'static str, Option<&'static str>);

const MOVE: Option<&str> = Some("moveCaret");
const EXTEND: Option<&str> = Some("extendSelection");

/// What keys do everywhere.
const EVERYWHERE: &[Row] = &[
    ("x", "a|b", "ax|b", Some("insertText")),
    ("x", "a[bc]d", "ax|d", Some("insertText")),
    ("Space", "a|b", "a |b", Some("insertText")),
    ("Spacebar", "a|b", "a |b", Some("insertText")),
    ("Backspace", "ab|c", "a|c", Some("deleteContentBackward")),
    ("Delete", "a|bc", "a|c", Some("deleteContentForward")),
    ("Backspace", "a[bc]d", "a|d", Some("deleteContentBackward")),
    ("Delete", "a[bc]d", "a|d", Some("deleteContentForward")),
    ("Backspace", "|a", "|a", None),
    ("Left", "ab|", "a|b", MOVE),
    ("ArrowRight", "|ab", "a|b", MOVE),
    ("ArrowRight", "ab|", "ab|", None),
    ("Home", "ab|c", "|abc", MOVE),
    ("End", "a|bc", "abc|", MOVE),
    ("End", "abc|", "abc|", None),
    ("Shift+ArrowRight", "a|bc", "a[b]c", EXTEND),
    ("Shift+Home", "ab|c", "[ab]c", EXTEND),
    ("Control+a", "a|b", "[ab]", Some("selectAll")),
    ("Meta+a", "a|b", "[ab]", Some("selectAll")),
    ("ControlOrMeta+a", "a|b", "[ab]", Some("selectAll")),
    ("Up", "ab/c|d", "a|b/cd", MOVE),
    ("Down", "a|b/cd", "ab/c|d", MOVE),
    ("Escape", "a|b", "a|b", None),
];

const ELSEWHERE: &[Row] = &[
    ("Control+ArrowLeft", "one two|", "one |two", MOVE),
    ("Control+Backspace", "one two|", "one |", Some("deleteWordBackward")),
    ("Control+Delete", "|one two", "| two", Some("deleteWordForward")),
    ("Control+Shift+ArrowLeft", "one two|", "one [two]", EXTEND),
    ("Control+Home", "a/b|c", "|a/bc", MOVE),
    ("Control+End", "a|/bc", "a/bc|", MOVE),
    ("Home", "a/b|c", "a/|bc", MOVE),
    ("End", "|a/bc", "a|/bc", MOVE),
];

const ON_MACOS: &[Row] = &[
    ("Alt+ArrowLeft", "one two|", "one |two", MOVE),
    ("Alt+Backspace", "one two|", "one |", Some("deleteWordBackward")),
    ("Alt+Delete", "|one two", "| two", Some("deleteWordForward")),
    ("Alt+Shift+ArrowLeft", "one two|", "one [two]", EXTEND),
    ("Meta+ArrowLeft", "a/bc|", "a/|bc", MOVE),
    ("Meta+ArrowRight", "|a/bc", "a|/bc", MOVE),
    ("Meta+Shift+ArrowLeft", "a/bc|", "a/[bc]", EXTEND),
    ("Meta+Backspace", "a/bc|", "a/|", Some("deleteSoftLineBackward")),
    ("Meta+Delete", "a/|bc", "a/|", Some("deleteSoftLineForward")),
    ("Meta+ArrowUp", "a/b|c", "|a/bc", MOVE),
    ("Meta+ArrowDown", "a|/bc", "a/bc|", MOVE),
    ("Meta+Shift+ArrowDown", "a|/bc", "a[/bc]", EXTEND),
];

/// Keys of one platform that do nothing on the other.
const NOT_ON_MACOS: &[Row] = &[("Control+Home", "a/b|c", "a/|bc", MOVE)];

async fn follows(kit: &Kit<'_>, tab: TabId, rows: &[Row]) {
    let mut wrong = Vec::new();
    for (key, before, after, effect) in rows {
        for (selector, read) in [("#f", "text()"), ("#e", "edited()")] {
            // Up and down in an editor go by what is drawn, which is the browser's own to decide.
            if selector == "#e" && ["Up", "Down"].contains(key) {
                continue;
            }
            let field = if selector == "#f" { "f" } else { "e" };
            kit.in_page(tab, &format!("void ({field}.focus(), put({}))", json!(before))).await;
            let reply = press(kit, tab, selector, key).await;
            let told = (kit.in_page(tab, read).await, reply.is_ok()["effect"].clone());
            if told != (json!(after), json!(effect)) {
                wrong.push(format!(
                    "{selector} {key} in {before}: {told:?}, not {after} {effect:?}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn keys_edit_and_move_and_say_what_they_did() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        follows(kit, tab, EVERYWHERE).await;
        follows(kit, tab, ELSEWHERE).await;
    });
}

#[test]
fn on_macos_words_are_alt_and_line_ends_are_meta() {
    run_apart(async |kit| {
        // What the content script goes by.
        kit.person().await.sets("general.platform.override", json!("MacIntel")).await;
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        assert_eq!(kit.in_page(tab, "navigator.platform").await, "MacIntel");
        follows(kit, tab, EVERYWHERE).await;
        follows(kit, tab, ON_MACOS).await;
        follows(kit, tab, NOT_ON_MACOS).await;
    });
}

#[test]
fn a_key_that_the_page_cancels_has_no_default_and_says_so() {
    run(async |kit| {
        for (cancelled, key, keys) in [
            ("keydown", "x", "keydown keyup"),
            ("keypress", "x", "keydown keypress keyup"),
            ("beforeinput", "x", "keydown keypress beforeinput keyup"),
            ("keydown", "Backspace", "keydown keyup"),
            ("beforeinput", "Backspace", "keydown beforeinput keyup"),
            ("keydown", "ArrowLeft", "keydown keyup"),
            ("keypress", "Enter", "keydown keypress keyup"),
        ] {
            let page = format!(
                "<form onsubmit='log.push(\"submit\"); return false'><input id=f value=ab></form>\
                 <div id=e contenteditable>ab</div><script>var log = [];\
                 for (const type of ['keydown','keypress','beforeinput','input','keyup'])\
                   addEventListener(type, e => {{ log.push(type);\
                     if (type === '{cancelled}') e.preventDefault() }}, true);</script>"
            );
            let tab = kit.agent().opens(&kit.page(page)).await;
            for selector in ["#f", "#e"] {
                let at_end = "document.querySelector('#f').setSelectionRange(2, 2)";
                kit.in_page(tab, &format!("void (log = [], {at_end})")).await;
                let reply = press(kit, tab, selector, key).await;
                let told = (&reply.is_ok()["prevented"], &reply["effect"]);
                assert_eq!(told, (&json!(true), &Value::Null), "{cancelled} {reply}");
                let heard = kit.in_page(tab, "log.join(' ')").await;
                assert_eq!(heard, keys, "{selector} {cancelled} {key}");
            }
            assert_eq!(
                kit.in_page(tab, "document.querySelector('#f').value + e.textContent").await,
                "abab"
            );
        }
    });
}

#[test]
fn enter_breaks_lines_and_paragraphs() {
    run(async |kit| {
        let page = "<textarea id=f>ab</textarea><div id=e contenteditable><p>ab</p></div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (selector, key, effect) in [
            ("#f", "Return", "insertLineBreak"),
            ("#f", "Enter", "insertLineBreak"),
            ("#e", "Enter", "insertParagraph"),
            ("#e", "Shift+Enter", "insertLineBreak"),
        ] {
            assert_eq!(press(kit, tab, selector, key).await.is_ok()["effect"], effect, "{key}");
        }
        assert_eq!(kit.in_page(tab, "document.querySelector('#f').value").await, "\n\nab");
        assert_eq!(kit.in_page(tab, "e.querySelectorAll('p').length").await, 2);
    });
}

#[test]
fn each_press_looks_for_its_target_again_and_a_failing_one_counts_those_before() {
    run(async |kit| {
        let page = "<input id=f onkeyup=\"if (this.value.length === 3) this.remove()\">\
            <div id=box></div><script>let tasks = 0; const c = new MessageChannel();\
            c.port1.onmessage = () => { box.textContent += tasks++ };\
            document.querySelector('#f').addEventListener('keydown', () => c.port2.postMessage(0));</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let repeat =
            |times: Value| json!({"tabId": tab, "selector": "#f", "key": "x", "repeat": times});
        for times in [json!(0), json!(101), json!(1.5), json!("2")] {
            let reply = kit.agent().post("/api/keypress", repeat(times)).await;
            reply.mentions("error", "repeat must be an integer from 1 to 100");
        }
        assert_eq!(kit.in_page(tab, "tasks").await, 0);
        let two = kit.agent().post("/api/keypress", repeat(json!(2))).await;
        assert_eq!((&two.is_ok()["repeat"], &two["effect"]), (&json!(2), &json!("insertText")));
        let gone = kit.agent().post("/api/keypress", repeat(json!(5))).await;
        gone.is_error("not_found");
        assert_eq!((&gone["pressed"], &gone["retryable"]), (&json!(1), &json!(false)), "{gone}");
        assert_eq!(kit.in_page(tab, "box.textContent").await, "012");
    });
}

#[test]
fn text_is_typed_in_place_of_the_key_and_what_is_not_done_is_told() {
    run(async |kit| {
        let page = "<input id=f><button id=b>Go</button><a id=l href='#x'>Link</a>\
            <input type=date id=d value=2024-02-29><select id=s><option>A<option>B</select>\
            <details><summary id=u>More</summary></details>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let text = json!({"tabId": tab, "selector": "#f", "key": "b", "text": "bcd"});
        assert_eq!(kit.agent().post("/api/keypress", text).await.is_ok()["effect"], "insertText");
        assert_eq!(kit.in_page(tab, "document.querySelector('#f').value").await, "bcd");
        for (selector, key, note) in [
            ("#f", "Tab", "does not move the focus"),
            ("#f", "Control+c", "Clipboard"),
            ("#f", "Control+z", "undo"),
            ("#b", "Enter", "click it"),
            ("#b", "Space", "click it"),
            ("#l", "Space", "click it"),
            ("#u", "Enter", "click it"),
            ("#u", "Space", "click it"),
            ("body", "PageDown", "do not scroll"),
            ("body", "Space", "do not scroll"),
            ("#d", "ArrowUp", "write the whole"),
            ("#s", "Space", "browser_select_option"),
            ("#s", "Alt+ArrowDown", "browser_select_option"),
        ] {
            let reply = press(kit, tab, selector, key).await;
            reply.is_ok().mentions("note", note);
            assert!(reply["effect"].is_null() && reply["prevented"].is_null(), "{key} {reply}");
        }
        assert_eq!(kit.seen_in(tab).await, ["input input#f"]);
        // The browser itself follows a link by every Enter, a page's own too.
        let followed = press(kit, tab, "#l", "Enter").await;
        assert_eq!(followed.is_ok()["effect"], "click", "{followed}");
        assert!(followed["note"].is_null(), "{followed}");
        assert_eq!(kit.in_page(tab, "location.hash").await, "#x");
    });
}
