//! Keys in native controls (*browser_keypress*): what a person's key does, an agent's does too. Each row
//! is pressed twice, once by the person in a page in front and once by the agent in one behind.

use kitsune_e2e::{Kit, TabId, Value, json, run};

/// `show(html)` puts a control with the id `s` there and focuses it; `told()` says what it holds and
/// what has been heard since.
const PAGE: &str = "<p id=desk>Desk</p><div id=root></div><script>\
    let log = [];\
    for (const type of ['input', 'change', 'click', 'submit'])\
      root.addEventListener(type, e => { log.push(`${type} ${e.target.id}`);\
        if (type === 'submit') e.preventDefault() });\
    const show = html => { root.innerHTML = html; document.querySelector('#s').focus(); log = [] };\
    const told = () => [...root.querySelectorAll('input, select')].map(it =>\
      it.type === 'radio' || it.type === 'checkbox' ? it.checked :\
      it.localName === 'select' ? [...it.selectedOptions].map(o => o.value).join() : it.value)\
      .concat(document.activeElement.id, log.join(', ')).join(' | ');</script>";

async fn pressed_by_both(kit: &Kit<'_>, tabs: [TabId; 2], html: &str, key: &str) -> (Value, Value) {
    let person = kit.person().await;
    let [persons, agents] = tabs;
    for tab in tabs {
        kit.in_page(tab, &format!("void show({})", json!(html))).await;
    }
    person.presses(persons, key).await;
    let press = json!({"tabId": agents, "selector": "#s", "key": key, "includeSnapshot": false});
    let reply = kit.agent().post("/api/keypress", press).await;
    let (theirs, ours) =
        (kit.in_page(persons, "told()").await, kit.in_page(agents, "told()").await);
    reply.is_ok();
    (theirs, ours)
}

/// Presses every key in every control, and fails with all that came out otherwise.
async fn same_for_both(kit: &Kit<'_>, controls: &[impl AsRef<str>], keys: &[&str]) {
    let person = kit.person().await;
    let tabs = [person.opens(&kit.page(PAGE)).await, kit.agent().opens(&kit.page(PAGE)).await];
    person.clicks(tabs[0], "#desk").await;
    let mut other = Vec::new();
    for html in controls.iter().map(AsRef::as_ref) {
        for key in keys {
            let (theirs, ours) = pressed_by_both(kit, tabs, html, key).await;
            if theirs != ours {
                other.push(format!("{html} {key}\n  {theirs}, not\n  {ours}"));
            }
        }
    }
    assert!(other.is_empty(), "{}", other.join("\n"));
}

const MOVES: [&str; 8] =
    ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End"];

#[test]
fn keys_move_a_range_as_a_persons_do() {
    run(async |kit| {
        let controls = [
            "<input type=range id=s value=50>",
            "<input type=range id=s min=-10 max=10 step=4 value=-2>",
            "<input type=range id=s min=0 max=1 step=any value=0.5>",
            "<input type=range id=s dir=rtl value=50>",
            "<input type=range id=s value=100>",
            "<input type=range id=s min=5 max=1 value=5>",
        ];
        same_for_both(kit, &controls, &MOVES).await;
        let more = ["Shift+ArrowUp", "Control+ArrowUp", "5", " "];
        same_for_both(kit, &["<input type=range id=s value=50>"], &more).await;
    });
}

#[test]
fn arrows_step_a_number_as_a_persons_do() {
    run(async |kit| {
        let controls = [
            "<input type=number id=s value=5>",
            "<input type=number id=s>",
            "<input type=number id=s min=1 max=6 step=2 value=5>",
            "<input type=number id=s min=0 max=9 step=3 value=4>",
            "<input type=number id=s step=any value=1.5>",
            "<input type=number id=s max=3 value=8>",
            "<input type=number id=s readonly value=5>",
        ];
        same_for_both(kit, &controls, &["ArrowUp", "ArrowDown"]).await;
        let more = ["Shift+ArrowUp", "Control+ArrowUp", "PageUp", "Home"];
        same_for_both(kit, &["<input type=number id=s value=5>"], &more).await;
    });
}

#[test]
fn keys_choose_in_a_list_as_a_persons_do() {
    run(async |kit| {
        let options: String = (0..30)
            .map(|n| match n {
                3 => "<option value=3 disabled>Off".to_owned(),
                5 => "<option value=5 hidden>Hidden".to_owned(),
                7 => "<option value=7>beta".to_owned(),
                9 => "<option value=9>Beech".to_owned(),
                12 => "<option value=12 selected>Twelve".to_owned(),
                _ => format!("<option value={n}>Item {n}"),
            })
            .collect();
        let lists = ["<select id=s>", "<select id=s size=6>", "<select id=s multiple size=6>"];
        let lists = lists.map(|list| format!("{list}{options}</select>"));
        same_for_both(kit, &lists, &MOVES).await;
        let more = ["b", "t", "z", "Control+ArrowUp", "Shift+Home"];
        same_for_both(kit, &lists[..2], &more).await;
        let ends = [
            "<select id=s><option value=1>One<option value=2>Two<option value=3 disabled>Three</select>",
            "<select id=s><option value=1>One<option value=2 selected>Two</select>",
            "<select id=s></select>",
        ];
        same_for_both(kit, &ends, &MOVES).await;
    });
}

#[test]
fn arrows_choose_in_a_radio_group_as_a_persons_do() {
    run(async |kit| {
        let group = |attributes: [&str; 4]| {
            let ids = ["a", "s", "c", "d"];
            let buttons = ids.iter().zip(attributes);
            let buttons: String = buttons
                .map(|(id, more)| format!("<input type=radio name=r id={id} {more}>"))
                .collect();
            format!("<form>{buttons}</form><input type=radio name=r id=else>")
        };
        let controls = [
            group(["", "checked", "", ""]),
            group(["checked", "", "disabled", ""]),
            group(["disabled", "checked", "style='display:none'", "style='visibility:hidden'"]),
            "<input type=radio name=r id=s>".to_owned(),
            "<input type=radio id=s><input type=radio id=b>".to_owned(),
        ];
        same_for_both(kit, &controls, &MOVES[..4]).await;
        let html = group(["", "", "", "checked"]);
        same_for_both(kit, &[html], &[" ", "Control+ArrowDown", "Shift+ArrowDown", "Home"]).await;
    });
}

#[test]
fn space_checks_and_enter_submits_as_a_persons_do() {
    run(async |kit| {
        let controls = [
            "<input type=checkbox id=s>",
            "<input type=checkbox id=s checked onclick='return false'>",
            "<input type=checkbox id=s onkeydown='return false'>",
            "<input type=checkbox id=s onkeypress='return false'>",
            "<input type=checkbox id=s onkeyup='return false'>",
            "<input type=radio id=s name=r>",
        ];
        same_for_both(kit, &controls, &[" ", "a"]).await;
        let submitting = [
            "<input type=checkbox id=s>",
            "<input type=radio id=s name=r>",
            "<input type=number id=s value=5>",
            "<input type=range id=s>",
            "<input type=date id=s value=2024-02-29>",
            "<input type=email id=s>",
            "<input type=search id=s>",
            "<select id=s><option>A</select>",
        ];
        let forms = submitting.into_iter().flat_map(|control| {
            let with_button = format!("<form id=f>{control}<button id=go>Go</button></form>");
            let without = format!("<form id=f>{control}</form>");
            let two = format!("<form id=f>{control}<input id=more></form>");
            let disabled = format!("<form id=f>{control}<button id=go disabled>Go</button></form>");
            [with_button, without, two, disabled]
        });
        same_for_both(kit, &forms.collect::<Vec<_>>(), &["Enter"]).await;
    });
}
