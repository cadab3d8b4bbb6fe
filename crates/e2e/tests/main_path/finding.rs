//! Finding on a page (*browser_snapshot* on `browser_find`).

use kitsune_e2e::{Kit, Mcp, Value, json, run};

/// A client whose current tab shows `html`.
pub(crate) async fn shows(kit: &Kit<'_>, html: &str) -> Mcp {
    let client = kit.mcp().await;
    let open = json!({"action": "new", "url": kit.page(html)});
    client.call("browser_tabs", open).await.is_ok();
    client
}

pub(crate) async fn find(client: &Mcp, query: Value) -> Value {
    client.call("browser_find", query).await.is_ok().json.clone()
}

/// The matched lines of a result.
fn matched(found: &Value) -> Vec<&str> {
    let blocks = found["blocks"].as_array().unwrap();
    let lines = blocks.iter().flat_map(|block| block["lines"].as_array().unwrap());
    lines.filter_map(Value::as_str).filter_map(|line| line.strip_prefix("> ")).collect()
}

/// A line without its ref.
fn bare(line: &Value) -> &str {
    line.as_str().unwrap().split(" [").next().unwrap()
}

/// The ref in a line.
fn reference(line: &str) -> &str {
    line.split("[ref=").nth(1).and_then(|rest| rest.split(']').next()).unwrap()
}

fn cards(count: usize) -> String {
    let card = |n| format!("<div><h3>Card {n}</h3><button>Buy {n}</button></div>");
    (0..count).map(card).collect()
}

#[test]
fn an_item_that_a_snapshot_folds_is_found_with_a_ref_to_click() {
    run(async |kit| {
        let script = "<script>document.onclick = event => {\
            document.title = event.target.textContent; };</script>";
        let client = shows(kit, &format!("<main>{}</main>{script}", cards(60))).await;
        let page = client.call("browser_snapshot", json!({})).await;
        assert!(!page.is_ok().json["snapshot"].as_str().unwrap().contains("Buy 47"), "{page}");

        let found = find(&client, json!({"text": "buy 47"})).await;
        assert_eq!(found["count"], 1, "{found}");
        let line = matched(&found)[0].to_owned();
        assert!(line.contains("button \"Buy 47\""), "{found}");
        assert!(found.to_string().contains("Card 47"), "the card's name is context: {found}");

        client.call("browser_click", json!({"target": reference(&line)})).await.is_ok();
        let title = client.call("browser_evaluate", json!({"function": "() => document.title"}));
        assert_eq!(title.await.is_ok().json["result"], "Buy 47");
    });
}

#[test]
fn a_link_to_the_pages_own_site_is_found_by_its_path() {
    run(async |kit| {
        let page = "<main><p>Read <a href='/t/notes?tab=2#top'>the notes</a> or \
            <a href=/about>more</a>.</p></main>";
        let client = shows(kit, page).await;
        for query in [json!({"text": "/t/notes"}), json!({"regex": r"^\/t\/\w+\?tab=2"})] {
            let found = find(&client, query).await;
            assert_eq!(matched(&found), ["- /url: \"/t/notes?tab=2#top\""], "{found}");
            let path = found["blocks"][0]["path"].as_array().unwrap();
            assert!(path.last().unwrap().as_str().unwrap().contains("the notes"), "{found}");
        }
        assert_eq!(find(&client, json!({"text": "t/notes"})).await["count"], 0);
        let found = find(&client, json!({"text": "more"})).await;
        assert!(found.to_string().contains("/about"), "{found}");
        assert!(!found.to_string().contains("/t/notes"), "{found}");
    });
}

#[test]
fn what_a_cut_snapshot_leaves_out_is_found() {
    run(async |kit| {
        let prose: String =
            (0..200).map(|n| format!("<p>Line {n} {}</p>", "of many words ".repeat(9))).collect();
        let client = shows(kit, &format!("<main>{prose}<p>The very end</p></main>")).await;
        let page = client.call("browser_snapshot", json!({})).await;
        let text = page.is_ok().json["snapshot"].as_str().unwrap();
        assert!(text.ends_with("\n- … truncated; browser_find searches the rest"), "{text}");
        assert!(text.chars().count() <= 12_000 && !text.contains("very end"), "{text}");
        let found = find(&client, json!({"regex": "/the VERY end/i"})).await;
        assert_eq!(found["count"], 1, "{found}");
    });
}

#[test]
fn a_secret_value_is_not_found() {
    run(async |kit| {
        let page = "<label>Password <input type=password value=hunter2></label>\
            <p style='-webkit-text-security: disc'>hunter2</p>";
        let client = shows(kit, page).await;
        assert_eq!(find(&client, json!({"text": "hunter2"})).await["count"], 0);
        assert_eq!(find(&client, json!({"text": "password"})).await["count"], 1);
    });
}

#[test]
fn a_result_has_each_match_with_two_lines_around_it_under_one_path() {
    run(async |kit| {
        let page = "<main><div role=group aria-label=Leaves><p>Assam<p>Black tea<p>Ceylon<p>Darjeeling\
            <p>Earl<p>Formosa<p>Gunpowder<p>Hyson tea <a href=/hyson>Order</a></div><p>No more.</main>";
        let client = shows(kit, page).await;
        let found = find(&client, json!({"text": "TEA"})).await;
        assert_eq!(found["count"], 2, "{found}");
        let block = &found["blocks"][0];
        let path: Vec<_> = block["path"].as_array().unwrap().iter().map(bare).collect();
        assert_eq!(path, ["- main", "- group \"Leaves\""], "{found}");
        let lines: Vec<_> = block["lines"].as_array().unwrap().iter().map(bare).collect();
        // What is outside of the group is no context, and an address only that of a match.
        let expected = [
            "  - text \"Assam\"",
            "> - text \"Black tea\"",
            "  - text \"Ceylon\"",
            "  - text \"Darjeeling\"",
            "…",
            "  - text \"Formosa\"",
            "  - text \"Gunpowder\"",
            "> - text \"Hyson tea Order\"",
            "  - link \"Order\"",
        ];
        assert_eq!(lines, expected, "{found}");
        let link = find(&client, json!({"regex": "link \"Order"})).await;
        let lines: Vec<_> =
            link["blocks"][0]["lines"].as_array().unwrap().iter().map(bare).collect();
        assert_eq!(lines.last(), Some(&"    - /url: \"/hyson\""), "{link}");
    });
}

#[test]
fn a_long_result_is_cut_and_a_file_has_all_of_it() {
    run(async |kit| {
        let cards: String = (0..300)
            .map(|n| format!("<div><h3>Card {n}</h3><a href=/buy/{n}>Buy {n}</a></div>"))
            .collect();
        let client = shows(kit, &format!("<main>{cards}</main>")).await;
        let cut = find(&client, json!({"text": "buy"})).await;
        assert_eq!((&cut["count"], &cut["truncated"]), (&json!(300), &json!(true)), "{cut}");
        let listed = matched(&cut).len();
        assert_eq!(cut["shown"], listed, "{cut}");
        assert!((1..300).contains(&listed) && cut["hint"].is_string(), "{cut}");
        assert!(cut["blocks"].to_string().chars().count() <= 8_000);
        let last = matched(&cut).pop().unwrap().split('"').nth(1).unwrap().to_owned();
        assert!(cut.to_string().contains(&last.replace("Buy ", "Card ")), "its own context: {cut}");

        let file = kit.stage().directory().join("found.json");
        let saved = find(&client, json!({"text": "buy", "filename": file})).await;
        assert_eq!((&saved["ok"], &saved["saved_to"]), (&json!(true), &json!(file)), "{saved}");
        // Addresses count in a file, whatever is searched for.
        assert_eq!((&saved["count"], saved.get("blocks")), (&json!(600), None), "{saved}");
        let all: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(all["blocks"].as_array().unwrap().len(), 600);
    });
}

#[test]
fn a_result_that_shows_every_match_does_not_say_that_it_was_cut() {
    run(async |kit| {
        // The last match stands in the context of the one before; its own does not fit.
        let long = "many words ".repeat(89);
        let line = |start: &str| format!("<p>{start} {long}</p>");
        let page = [
            line("Tea 1"),
            line("x"),
            line("Tea 2"),
            line("x"),
            line("Tea 3"),
            line("x"),
            "<p>Tea 4</p>".to_owned(),
            line("x"),
            line("x"),
        ];
        let client = shows(kit, &format!("<main>{}</main>", page.concat())).await;
        let found = find(&client, json!({"text": "tea "})).await;
        assert_eq!((&found["count"], matched(&found).len()), (&json!(4), 4), "{found}");
        for key in ["truncated", "shown", "hint"] {
            assert!(found.get(key).is_none(), "{key}: {found}");
        }
    });
}

#[test]
fn a_result_without_a_match_names_load_more_on_an_empty_page_too() {
    run(async |kit| {
        for (page, is_empty) in
            [("<!doctype html><title>Nothing</title>", true), ("<p>Words", false)]
        {
            let client = shows(kit, page).await;
            let found = find(&client, json!({"text": "tea"})).await;
            assert_eq!((&found["count"], &found["blocks"]), (&json!(0), &json!([])), "{found}");
            let hint = found["hint"].as_str().unwrap();
            assert!(hint.contains("load_more"), "{found}");
            assert_eq!(hint.contains("no content yet"), is_empty, "{found}");
            assert_eq!(found.get("empty").is_some(), is_empty, "{found}");
        }
    });
}

#[test]
fn a_pattern_that_explodes_is_given_up_or_answered_at_once() {
    run(async |kit| {
        let client = shows(kit, &format!("<p>{}!</p><button>Go</button>", "a".repeat(900))).await;
        for regex in ["(a+)+$", "(a|aa)+$", "(?:a*)*z"] {
            assert_eq!(find(&client, json!({"regex": regex})).await["count"], 0, "{regex}");
        }
        let slow = client.call("browser_find", json!({"regex": r"(a+)+(?!!)\1$"})).await;
        slow.is_error("invalid_argument").mentions("too many steps");
        assert_eq!(slow["retryable"], false, "{slow}");
        assert_eq!(find(&client, json!({"regex": "^- button"})).await["count"], 1);
    });
}
