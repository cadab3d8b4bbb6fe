//! Which text only repeats a name, and which says more (*text=True*, *Named containers*).

use kitsune_e2e::{json, run};

use super::{seen, without_refs};

#[test]
fn a_container_covers_only_a_text_that_equals_its_name() {
    run(async |kit| {
        let seen = seen(
            kit,
            r##"
<section aria-label="Scores 2024"><table><tr><td>Ada<td>20<tr><td>Bob<td>4</table></section>
<nav aria-label="Pages 1 2 3 of 10"><a href=/1>1</a> <b>2</b></nav>
<div role=grid aria-label="March 2026"><div role=row><div role=gridcell>2</div><div role=gridcell>31</div></div></div>
<div role=group aria-label=Acme><p>Acme</p></div>
<button aria-label="Cart, 4 items"><i>4</i></button>
"##,
        )
        .await;
        let expected = r##"
- region "Scores 2024"
  - text "Ada"
  - text "20"
  - text "Bob"
  - text "4"
- navigation "Pages 1 2 3 of 10"
  - text "1 2"
  - link "1"
    - /url: "/1"
- grid "March 2026"
  - text "2"
  - text "31"
- group "Acme"
- button "Cart, 4 items"
"##;
        assert_eq!(seen, expected.trim());
    });
}

#[test]
fn a_toast_whose_region_is_named_alike_is_in_the_delta() {
    run(async |kit| {
        let page = "<button onclick=\"s.textContent='Saved'\">Go</button>\
            <div role=status id=s aria-label='Saved items'></div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let body = json!({"tabId": tab, "selector": "button"});
        let reply = kit.agent().post("/api/click", body).await;
        reply.is_ok().mentions("snapshot", "text \"Saved\"");
    });
}

#[test]
fn a_text_that_a_name_says_only_in_part_has_its_line() {
    run(async |kit| {
        let long = "I accept that the goods are sent and paid for. ".repeat(5);
        let page = format!(
            "<label for=t style='display:block'>{long} Fee: 40 EUR.</label>\
             <input type=checkbox id=t>\
             <div role=dialog aria-labelledby=d><div id=d>{long} Balance: 512 EUR.</div></div>\
             <div id=l aria-label=X>Visible words</div><button aria-labelledby=l>y</button>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        let text = without_refs(reply.is_ok()["snapshot"].as_str().unwrap());
        for shown in ["Fee: 40 EUR.", "Balance: 512 EUR.", "text \"Visible words\"", "button \"X\""]
        {
            assert!(text.contains(shown), "{shown} in {text}");
        }
    });
}

#[test]
fn a_picture_that_a_page_declares_keeps_what_can_be_read_or_pressed_in_it() {
    run(async |kit| {
        let seen = seen(
            kit,
            r##"
<p>Party <span role=img>for 10 guests</span> now</p>
<div role=img aria-label=Map><a href=/zoom>Zoom</a><button>+</button></div>
<div role=img aria-label="4 of 5 stars">★★★★☆ rated</div>
"##,
        )
        .await;
        let expected = r##"
- text "Party for 10 guests now"
- img "Map"
  - link "Zoom"
    - /url: "/zoom"
  - button "+"
- img "4 of 5 stars"
"##;
        assert_eq!(seen, expected.trim());
    });
}

#[test]
fn what_can_be_operated_inside_an_editor_has_a_line() {
    run(async |kit| {
        let seen = seen(
            kit,
            r##"
<div contenteditable aria-label=Doc><h2>Head</h2><a href=/x>link</a><button contenteditable=false>Del</button><input type=checkbox aria-label=Done><p>text</p></div>
<div contenteditable aria-label=Code style="-webkit-text-security:disc"><button contenteditable=false>Show</button></div>
"##,
        )
        .await;
        let lines: Vec<&str> = seen.lines().collect();
        assert!(lines[0].starts_with("- textbox \"Doc\" [value=\"Head"), "{seen}");
        let expected = [
            "  - link \"link\"",
            "    - /url: \"/x\"",
            "  - button \"Del\"",
            "  - checkbox \"Done\" [checked=false]",
            "- textbox \"Code\"",
        ];
        assert!(
            lines[1..].iter().zip(expected).all(|(line, start)| line.starts_with(start)),
            "{seen}"
        );
        assert_eq!(lines.len(), 1 + expected.len(), "{seen}");
    });
}
