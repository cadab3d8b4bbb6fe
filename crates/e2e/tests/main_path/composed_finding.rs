//! The core `browser_find` in frames and shadow trees (*Cross-origin frames in other reads*, *browser_snapshot*),
//! and how it presents what it finds there.

use kitsune_e2e::{Origin, Value, json, run};

use super::finding::{find, shows};

/// The lines of a result, block by block, without refs.
fn lines(found: &Value) -> Vec<Vec<String>> {
    let bare = |line: &Value| line.as_str().unwrap().split(" [").next().unwrap().to_owned();
    let lines = |block: &Value| block["lines"].as_array().unwrap().iter().map(bare).collect();
    found["blocks"].as_array().unwrap().iter().map(lines).collect()
}

#[test]
fn what_is_found_in_frames_and_shadow_trees_can_be_clicked() {
    run(async |kit| {
        let button = |of: &str| {
            format!("<button onclick='this.textContent = \"Done {of}\"'>Buy {of}</button>")
        };
        let own = kit.page(button("near"));
        let other = kit.page_on(Origin::Other, button("far"));
        let page = format!(
            "<iframe title=Own src='{own}'></iframe><iframe title=Other src='{other}'></iframe>\
             <x-card><template shadowrootmode=closed>{}</template></x-card>",
            button("hidden away")
        );
        let client = shows(kit, &page).await;
        for (of, path) in [("near", "Own"), ("far", "Other"), ("hidden away", "")] {
            let found = find(&client, json!({"text": format!("buy {of}")})).await;
            assert_eq!(found["count"], 1, "{of}: {found}");
            assert!(found["blocks"][0]["path"].to_string().contains(path), "{of}: {found}");
            let shown = found["blocks"][0]["lines"].as_array().unwrap();
            let line = shown.iter().filter_map(Value::as_str).find(|line| line.starts_with('>'));
            let target = line.unwrap().split("[ref=").nth(1).unwrap().split(']').next().unwrap();
            client.call("browser_click", json!({"target": target})).await.is_ok();
            let done = find(&client, json!({"regex": format!("Done {of}")})).await;
            assert_eq!(done["count"], 1, "{of}: {done}");
        }
    });
}

#[test]
fn a_line_that_an_earlier_block_shows_is_left_out_of_later_ones() {
    run(async |kit| {
        let page = "<main><div role=group aria-label='Tea groups'><p>First</p>\
            <div role=group aria-label='Tea from China'><p>Green tea</p><p>Oolong</p><p>x</p><p>y</p>\
            <p>White tea</p></div></div><p>1</p><p>2</p><p>3</p><p>No tea</p></main>";
        let client = shows(kit, page).await;
        let found = find(&client, json!({"text": "tea"})).await;
        assert_eq!(found["count"], 5, "{found}");
        let found_lines = lines(&found);
        assert!(found_lines.len() >= 2, "{found}");
        let all: Vec<_> = found_lines.concat();
        for text in ["Tea groups", "Tea from China", "Green tea", "White tea", "No tea"] {
            let times = all.iter().filter(|line| line.contains(&format!("{text}\""))).count();
            assert_eq!(times, 1, "{text}: {found}");
        }
    });
}
