//! Pages that redefine what scripts rely on, that hide behind names, and that change while they
//! are read: a right answer or a structured error, never a hang, never page code with our rights.

use kitsune_e2e::{Kit, TabId, json, run};

/// `redefine(owner, …)` replaces every method and accessor of the owners at once, so that each notes
/// the stack of its caller and then fails. The traps use nothing that may be redefined themselves.
const TRAPS: &str = "
const { getOwnPropertyDescriptor, getOwnPropertyNames, defineProperty } = Object;
const RealError = Error;
const calls = [];
const note = key => {
  const rights = typeof browser === 'undefined' ? '' : ' with our rights';
  defineProperty(calls, calls.length, { value: `${key}${rights} ${new RealError().stack}` });
};
const evil = (key, known) => {
  if (known.get !== undefined) {
    return { configurable: true, get() { note(key); return 'evil'; }, set() { note(key); } };
  }
  const fail = function () { note(key); throw new RealError('evil ' + key); };
  return { configurable: true, writable: true, value: fail };
};
const redefine = (...owners) => {
  const traps = [];
  for (const owner of owners) {
    for (const key of getOwnPropertyNames(owner)) {
      const known = getOwnPropertyDescriptor(owner, key);
      const isKept = key === 'constructor' || key === '__proto__' || known.configurable !== true;
      const isCode = typeof known.value === 'function' || known.get !== undefined;
      if (!isKept && isCode) traps.push([owner, key, evil(key, known)]);
    }
  }
  for (let n = 0; n < traps.length; n++) {
    const trap = traps[n];
    defineProperty(trap[0], trap[1], trap[2]);
  }
};
defineProperty(window, 'ours', { get() {
  let found = '';
  for (let n = 0; n < calls.length; n++)
    if (real.test(calls[n])) found += calls[n];
  return found;
}});
const real = { test: text => {
  for (let n = 0; n + 13 < text.length; n++) {
    let same = true;
    for (let m = 0; m < 13 && same; m++) same = text[n + m] === 'moz-extension'[m];
    if (same) return true;
  }
  return false;
}};";

async fn open(kit: &Kit<'_>, body: &str, script: &str) -> TabId {
    let html =
        format!("<!doctype html><title>Hostile</title><body>{body}<script>{script}</script>");
    kit.agent().opens(&kit.page(html)).await
}

/// Reads the page, presses its button and fills its field, by every kind of target.
async fn works_all_the_same(kit: &Kit<'_>, tab: TabId) {
    let agent = kit.agent();
    let snapshot = agent.post("/api/snapshot", json!({"tabId": tab})).await;
    snapshot.is_ok().mentions("snapshot", "button \"Still here\"").mentions("snapshot", "Words");
    let text = snapshot["snapshot"].as_str().unwrap();
    let line = text.lines().find(|line| line.contains("Still here")).unwrap();
    let reference = line.split("[ref=").nth(1).unwrap().split(']').next().unwrap();
    agent.post("/api/click", json!({"tabId": tab, "ref": reference})).await.is_ok();
    for selector in
        ["main button", "text=Still here", "role=button[name=\"still here\"]", "//main//button"]
    {
        agent.post("/api/click", json!({"tabId": tab, "selector": selector})).await.is_ok();
    }
    let fill = json!({"tabId": tab, "selector": "internal:label=\"Name\"", "value": "Ada"});
    assert_eq!(agent.post("/api/fill", fill).await.is_ok()["value"], "Ada");
    let wait = json!({"tabId": tab, "text": "Words", "timeout": 5000});
    agent.post("/api/wait-for-text", wait).await.is_ok();
    let only = json!({"tabId": tab, "selector": "main", "boxes": true});
    agent.post("/api/snapshot", only).await.is_ok().mentions("snapshot", "[box=");
}

const BODY: &str = "<main><h1>Words</h1><button id=still>Still here</button>\
    <label>Name <input id=field></label></main>";

#[test]
fn redefined_built_ins_change_nothing_and_see_nothing_of_us() {
    run(async |kit| {
        // The test itself asks for a value as JSON.
        let script = format!(
            "{{{TRAPS}
            const {{ stringify }} = JSON;
            defineProperty(JSON, 'stringify', {{ value: v => {{ note('JSON'); return stringify(v); }} }});
            defineProperty(JSON, 'parse', {{ value() {{ note('JSON'); throw 1; }} }});
            document.title = 'Redefined';
            redefine(Array.prototype, Object.prototype, String.prototype, RegExp.prototype,
              Map.prototype, Set.prototype, WeakMap.prototype, Promise.prototype,
              Function.prototype, Object, Array, Promise, Reflect);
            window.Map = window.Set = window.WeakMap = window.Promise = window.RegExp = null;
            window.Array = window.Error = window.Reflect = undefined;}}"
        );
        let tab = open(kit, BODY, &script).await;
        works_all_the_same(kit, tab).await;
        assert_eq!(kit.in_page(tab, "document.title").await, "Redefined");
        assert_eq!(kit.in_page(tab, "ours").await, "");
    });
}

#[test]
fn redefined_accessors_of_the_document_change_nothing_and_see_nothing_of_us() {
    run(async |kit| {
        let script = format!(
            "{{{TRAPS}
            const nodes = Node.prototype;
            window.isRedefined = true;
            for (const key of ['getComputedStyle', 'XPathResult', 'Node', 'performance'])
              defineProperty(window, key, {{ get() {{ note(key); throw 1; }} }});
            for (const key of ['querySelector', 'querySelectorAll', 'evaluate', 'createEvent', 'body'])
              defineProperty(document, key, {{ get() {{ note(key); throw 1; }} }});
            redefine(Element.prototype, HTMLElement.prototype, Document.prototype,
              HTMLInputElement.prototype, Event.prototype, HTMLButtonElement.prototype,
              HTMLLabelElement.prototype, ShadowRoot.prototype, DocumentFragment.prototype,
              CharacterData.prototype, EventTarget.prototype, MutationObserver.prototype,
              CSSStyleProperties.prototype, CSSStyleDeclaration.prototype, DOMRect.prototype,
              DOMRectReadOnly.prototype, MutationRecord.prototype, nodes);}}"
        );
        let tab = open(kit, BODY, &script).await;
        works_all_the_same(kit, tab).await;
        assert_eq!(kit.in_page(tab, "isRedefined").await, true);
        assert_eq!(kit.in_page(tab, "ours").await, "");
    });
}

#[test]
fn elements_named_like_members_hide_nothing() {
    run(async |kit| {
        let names = [
            "attributes",
            "body",
            "childNodes",
            "children",
            "closest",
            "documentElement",
            "elements",
            "evaluate",
            "firstChild",
            "getAttribute",
            "getBoundingClientRect",
            "id",
            "isConnected",
            "localName",
            "matches",
            "namespaceURI",
            "nextSibling",
            "nodeType",
            "ownerDocument",
            "parentElement",
            "parentNode",
            "querySelector",
            "querySelectorAll",
            "requestSubmit",
            "submit",
            "tagName",
            "textContent",
            "title",
            "activeElement",
            "getRootNode",
            "checkVisibility",
            "hasAttribute",
            "dispatchEvent",
            "addEventListener",
        ];
        let fields: String = names.map(|name| format!("<input type=hidden name={name}>")).concat();
        let images: String =
            names.map(|name| format!("<img name={name} id={name} alt='' src=data:,>")).concat();
        let body = format!("{images}<form id=form onsubmit='return false'>{fields}{BODY}</form>");
        let tab = open(kit, &body, "").await;
        works_all_the_same(kit, tab).await;
        let scoped = json!({"tabId": tab, "selector": "#form"});
        kit.agent().post("/api/snapshot", scoped).await.is_ok().mentions("snapshot", "Still here");
    });
}

#[test]
fn custom_elements_that_throw_or_change_the_page_do_no_harm() {
    run(async |kit| {
        let script = "customElements.define('x-evil', class extends HTMLElement {
              static observedAttributes = ['a'];
              constructor() { super(); this.attachShadow({mode: 'closed'}).innerHTML = '<button>Inner</button>'; }
              get value() { throw new Error('evil value'); }
              get localName() { throw new Error('evil name'); }
              get textContent() { this.remove(); throw new Error('evil text'); }
              get checkVisibility() { throw new Error('evil'); }
              getAttribute() { this.remove(); throw new Error('evil'); }
            });";
        let body = format!("{BODY}<x-evil id=evil a=1>Light</x-evil>");
        let tab = open(kit, &body, script).await;
        works_all_the_same(kit, tab).await;
        let snapshot = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        snapshot.is_ok().mentions("snapshot", "button \"Inner\"");
        assert_eq!(kit.in_page(tab, "document.contains(evil)").await, true);
    });
}

#[test]
fn a_page_that_changes_all_the_time_is_read_and_pressed() {
    run(async |kit| {
        let script = "const list = document.createElement('ul');
            document.body.append(list);
            let n = 0;
            const churn = () => {
              list.replaceChildren(...Array.from({length: 50}, () => {
                const item = document.createElement('li');
                item.innerHTML = `<a href='/x${n}'>Item ${n++}</a><input value=${n}>`;
                return item;
              }));
            };
            setInterval(churn, 20);
            new MutationObserver(() => { if (n % 7 === 0) churn(); }).observe(list, {childList: true});";
        let tab = open(kit, BODY, script).await;
        let agent = kit.agent();
        for _ in 0..3 {
            let snapshot = agent.post("/api/snapshot", json!({"tabId": tab})).await;
            snapshot.is_ok().mentions("snapshot", "button \"Still here\"");
        }
        agent.post("/api/click", json!({"tabId": tab, "selector": "#still"})).await.is_ok();
        // An element of the churn is there or is not: the answer says which.
        let scoped = agent.post("/api/snapshot", json!({"tabId": tab, "selector": "li a"})).await;
        assert!(scoped.json.get("error").is_none() || scoped["code"] == "not_found", "{scoped}");
        let delta = json!({"tabId": tab, "sinceObservation": true});
        agent.post("/api/snapshot", delta).await.is_ok();
    });
}

#[test]
fn a_page_without_the_usual_parts_is_read() {
    run(async |kit| {
        let agent = kit.agent();
        for script in [
            "document.body.remove()",
            "document.documentElement.remove()",
            "document.documentElement.replaceWith(document.createElementNS('urn:x', 'root'))",
            "document.body.replaceWith(document.createElement('frameset'))",
        ] {
            let tab = open(kit, BODY, &format!("onload = () => {{ {script} }}")).await;
            for body in [
                json!({"tabId": tab}),
                json!({"tabId": tab, "maxDepth": 2}),
                json!({"tabId": tab, "sinceObservation": true}),
                json!({"tabId": tab, "selector": "button"}),
            ] {
                let reply = agent.post("/api/snapshot", body).await;
                let is_answer = reply["snapshot"].is_string() || reply["code"] == "not_found";
                assert!(is_answer, "{script}: {reply}");
            }
            let wait = json!({"tabId": tab, "text": "Words", "timeout": 0});
            let reply = agent.post("/api/wait-for-text", wait).await;
            assert_eq!(reply["ok"], false, "{script}: {reply}");
        }
    });
}

#[test]
fn nesting_without_end_is_read_to_a_depth() {
    run(async |kit| {
        let script = "let inner = document.body;
            for (let n = 0; n < 5000; n++) inner = inner.appendChild(document.createElement('div'));
            inner.textContent = 'bottom';";
        let tab = open(kit, BODY, script).await;
        let agent = kit.agent();
        let snapshot = agent.post("/api/snapshot", json!({"tabId": tab})).await;
        snapshot.is_ok().mentions("snapshot", "button \"Still here\"");
        for selector in ["text=bottom", "role=button", "div:has-text('bottom') >> nth=0"] {
            let body = json!({"tabId": tab, "selector": selector});
            let reply = agent.post("/api/snapshot", body).await;
            let is_answer = reply["snapshot"].is_string() || reply["code"] == "not_found";
            assert!(is_answer, "{selector}: {reply}");
        }
    });
}

#[test]
fn editors_inside_editors_are_read_in_time() {
    run(async |kit| {
        let script = "let inner = document.body;
            for (let n = 0; n < 900; n++) {
              const editor = document.createElement('div');
              editor.contentEditable = true;
              const island = document.createElement('div');
              island.contentEditable = false;
              editor.append('Level ' + n + ' word'.repeat(100), island);
              inner.append(editor);
              inner = island;
            }";
        let tab = open(kit, BODY, script).await;
        for path in ["/api/snapshot", "/api/forms", "/api/dom"] {
            let reply = kit.agent().post(path, json!({"tabId": tab})).await;
            assert!(reply.is_ok().to_string().contains("Level 0 word"), "{path} {reply}");
        }
    });
}

#[test]
fn arguments_of_a_read_that_make_no_sense_are_refused() {
    run(async |kit| {
        let tab = open(kit, BODY, "").await;
        let agent = kit.agent();
        for (key, values) in [
            ("maxDepth", vec![json!(-1), json!(1.5), json!("2"), json!("NaN"), json!([])]),
            ("maxChars", vec![json!(-1), json!("0"), json!("NaN"), json!(true), json!({})]),
            ("boxes", vec![json!("yes"), json!(1)]),
            ("selector", vec![json!(5), json!(["a"])]),
            ("depth", vec![json!(1)]),
        ] {
            for value in values {
                let mut body = json!({"tabId": tab});
                body[key] = value;
                let reply = agent.post("/api/snapshot", body).await;
                reply.has_status(400).is_error("invalid_argument");
            }
        }
        let none = json!({"tabId": tab, "maxChars": 0});
        let reply = agent.post("/api/snapshot", none).await;
        assert_eq!(reply.is_ok()["snapshot"], "", "{reply}");
        assert_eq!(reply["truncated"], true, "{reply}");
        let shallow = json!({"tabId": tab, "maxDepth": 0});
        agent.post("/api/snapshot", shallow).await.is_ok();
    });
}
