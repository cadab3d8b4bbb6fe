//! Roles and names of every element and every way to name one, compared with an independent
//! implementation of the standards (*Target selectors*, *Images*, *Named containers*).

use std::collections::BTreeMap;
use std::path::Path;

use kitsune_e2e::{Kit, json, run};
use kitsune_protocol::ids::TabId;
use tokio::process::Command;

/// The cases of `fixtures/gallery/names.html` in which we say something else than
/// `dom-accessibility-api`, what we say, and why. Every entry must still occur.
const DIFFERENCES: &[(&str, &[(&str, &str)])] = &[
    (
        "The oracle knows no role of these elements. What can be operated or looked at has a line.",
        &[
            ("editor", "textbox \"Letter\""),
            ("element-address", "group \"T\""),
            ("element-canvas", "canvas \"T\""),
            ("element-hgroup", "group \"T\""),
            ("element-iframe", "iframe \"T\""),
            ("element-input-type-color", "button \"T\""),
            ("element-input-type-date", "textbox \"T\""),
            ("element-input-type-datetime-local", "textbox \"T\""),
            ("element-input-type-file", "button \"T\""),
            ("element-input-type-password", "textbox \"T\""),
            ("element-input-type-time", "textbox \"T\""),
            ("element-meter", "meter \"T\""),
            ("element-search", "search \"T\""),
            ("element-video", "video \"T\""),
            ("frame-title", "iframe \"A frame\""),
            ("label-of-meter", "meter \"Disk\""),
            ("svg-label", "img \"Labelled\""),
            ("svg-title", "img \"Logo\""),
        ],
    ),
    (
        "A role that ARIA does not know is passed over, letters of either case are the same, \
         `image` is `img`, and a control stays one against `role=none`.",
        &[
            ("role-image", "img \"Drawn\""),
            ("role-none-on-control", "button \"Save\""),
            ("role-second", "button \"Save\""),
            ("role-unknown", "button \"Save\""),
            ("role-upper-case", "button \"Save\""),
        ],
    ),
    (
        "The oracle takes every header, footer and header cell alike, and a legend has no role.",
        &[
            ("element-legend", "-"),
            ("footer-in-section", "-"),
            ("header-in-article", "-"),
            ("th-row", "-"),
        ],
    ),
    (
        "A hidden element that names another gives all of its text; the oracle leaves some out.",
        &[
            ("label-hidden", "textbox \"Hidden label\""),
            ("labelledby-hidden-with-hidden-parts", "button \"Hidden and deeper apart\""),
        ],
    ),
    (
        "What a field holds is a state of its own line and changes; it is no part of a name. The \
         contract wants no value of a sensitive field in any.",
        &[
            ("content-field", "link \"Row\""),
            ("label-with-field", "checkbox \"Remind me in days\""),
            ("label-with-select", "checkbox \"Every\""),
            ("labelledby-password", "button \"Secret\""),
        ],
    ),
    (
        "The text of a label is put together once, for all who ask.",
        &[
            ("label-of-button", "button \"Outside Inside\""),
            ("label-of-output", "status \"Sum 3\""),
        ],
    ),
    (
        "HTML's own names, which the oracle lacks: a placeholder, a title behind an empty label, a \
         figure's caption, an area's text, an option's label, a title inside a drawing.",
        &[
            ("area", "link \"Kitchen\""),
            ("aria-placeholder", "textbox \"Held\""),
            ("figure-caption", "figure \"Sales\""),
            ("label-empty-title", "textbox \"Titled\""),
            ("option-label", "option \"Pear\""),
            ("placeholder", "textbox \"Held\""),
            ("placeholder-textarea", "textbox \"Held\""),
            ("svg-group-title", "img \"Bar\""),
        ],
    ),
    ("A frame without a title is told apart by its name.", &[("frame-name", "iframe \"inner\"")]),
    (
        "A title names a part of the content that says nothing else.",
        &[("content-image-title", "link \"Home\""), ("content-title", "button \"Close\"")],
    ),
    (
        "Text that a style sheet adds to other text is decoration (arrows, asterisks); it names \
         what has no name without it. Icons of a font are no text.",
        &[
            ("content-after", "button \"Required\""),
            ("content-attribute", "button \"From an attribute\""),
            ("content-before", "button \"and text\""),
            ("content-icon", "button \"\""),
            ("content-spoken", "button \"Next\""),
        ],
    ),
    (
        "A name is what is rendered: line breaks part words, break marks are not seen, visible \
         parts of invisible ones are, shadow trees are read.",
        &[
            ("content-invisible", "button \"Seen but this\""),
            ("content-line-break", "button \"Save it\""),
            ("content-ruby", "button \"漢かん\""),
            ("content-slot", "button \"Shadow Slotted\""),
            ("content-soft-hyphen", "button \"Donaudampf\""),
        ],
    ),
    (
        "What an element owns elsewhere is read where it stands.",
        &[("content-owned", "button \"Owner\"")],
    ),
    (
        "Names are cut at 160 characters.",
        &[(
            "content-long",
            "button \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
             aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…\"",
        )],
    ),
];

#[test]
fn roles_and_names_are_those_of_the_standards_but_for_the_listed_differences() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.url("/fixtures/gallery/names.html")).await;
        let mut intended: BTreeMap<_, _> =
            DIFFERENCES.iter().flat_map(|(_, cases)| cases.iter().copied()).collect();
        let mut wrong = Vec::new();
        let cases = answers_of_the_standards(kit, tab).await;
        assert!(cases.len() > 250, "{} cases", cases.len());
        for (case, role, name) in cases {
            let theirs = format!("{role} {name:?}");
            let ours = said_of(kit, tab, &case, &role).await;
            let is_same = ours == theirs || ours == role;
            match intended.remove(case.as_str()) {
                Some(expected) if ours != expected => {
                    wrong.push(format!("{case}: we say {ours}, the list {expected}"));
                }
                Some(_) if is_same => wrong.push(format!("{case}: no difference any more")),
                None if !is_same => {
                    wrong.push(format!("{case}: we say {ours}, the standards {theirs}"));
                }
                _ => {}
            }
        }
        wrong.extend(intended.keys().map(|case| format!("{case}: no such case")));
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

/// Case, role and name of each element of the page with `data-case`.
async fn answers_of_the_standards(kit: &Kit<'_>, tab: TabId) -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let script = root.join("extension/tools/names-oracle.mjs");
    let output = Command::new("node").arg(script).current_dir(&root).output().await.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let bundle = String::from_utf8(output.stdout).unwrap();
    let expression = format!("(() => {{ {bundle}; return oracle.answers; }})()");
    let answers = kit.in_page(tab, &expression).await;
    let answers: Vec<(String, String, String)> =
        serde_json::from_str(answers.as_str().unwrap()).unwrap();
    let folded = |name: String| name.split_whitespace().collect::<Vec<_>>().join(" ");
    answers.into_iter().map(|(case, role, name)| (case, role, folded(name))).collect()
}

/// What a snapshot says of a case's element, `button "Save"`. Of one without a line only its role
/// is known, by a selector: `-` when it has not the role that the standards give it.
async fn said_of(kit: &Kit<'_>, tab: TabId, case: &str, role: &str) -> String {
    let scoped = async |selector: String| {
        let body = json!({"tabId": tab, "selector": selector, "maxDepth": 0});
        kit.agent().post("/api/snapshot", body).await
    };
    let reply = scoped(format!("#{case} [data-case]")).await;
    let text = reply["snapshot"].as_str().unwrap_or_default();
    if let Some(line) = text.lines().next().filter(|line| !line.starts_with("- text ")) {
        let line = line.trim_start_matches("- ");
        let head = line.split(" [ref=").next().unwrap_or_default();
        let unnamed = if head.ends_with('"') { "" } else { " \"\"" };
        return format!("{head}{unnamed}");
    }
    if role.is_empty() || scoped(format!("#{case} >> role={role}")).await.json["error"].is_null() {
        return role.to_owned();
    }
    "-".to_owned()
}
