//! `/api/find` on pages with more that is like the query than is looked at closely (*POST /api/find*: only
//! matching elements, best first).

use kitsune_e2e::{Reply, json, run};

/// The text of the first result.
fn best(reply: &Reply) -> &str {
    reply.is_ok()["results"][0]["text"].as_str().unwrap_or_else(|| panic!("none: {reply}"))
}

#[test]
fn the_best_match_is_found_among_thousands_that_match_less() {
    run(async |kit| {
        let rows: String = (0..6_000).map(|n| format!("<tr><td>Invoice {n}")).collect();
        let page = format!(
            "<table>{rows}</table><p>Each invoice <b>of last</b> year</p>\
             <button aria-label='Invoice archive'>A</button><input title='Tax invoice'>\
             <label>Sort <select><option>None<option>By invoice date</select></label>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (query, text) in [
            ("invoice 5999", "Invoice 5999"),
            ("the invoice archive", "Invoice archive"),
            ("tax invoice", "Tax invoice"),
            ("\"invoice of last year\"", "Each invoice of last year"),
            ("invoice date", "Sort"),
            // Of equals, what can be used, and the shorter.
            ("invoice", "Sort"),
        ] {
            let reply = kit.agent().post("/api/find", json!({"tabId": tab, "query": query})).await;
            assert_eq!(best(&reply), text, "{query}: {reply}");
            assert_eq!(reply["results"].as_array().map(Vec::len), Some(20), "{query}");
        }
    });
}

#[test]
fn a_long_text_is_searched_to_its_end() {
    run(async |kit| {
        let log = "12:00 nothing happened\n".repeat(900);
        let page = format!("<pre>{log}12:01 disk failure</pre><p>No failure</p>");
        let tab = kit.agent().opens(&kit.page(page)).await;
        let query = json!({"tabId": tab, "query": "disk failure"});
        let reply = kit.agent().post("/api/find", query).await;
        assert_eq!(reply.is_ok()["results"][0]["tag"], "pre", "{reply}");
    });
}
