//! What waiting and acting cost in an answer (*Post-action snapshots*), on pages of 5,000 nodes.

use kitsune_e2e::{Kit, json, run_apart};

const WAIT: usize = 300;
const CLICK: usize = 800;
const NAVIGATE: usize = 4_500;

/// 5,000 visible nodes, a console of 200 lines, and a button that changes one word.
fn large_page(kit: &Kit<'_>) -> String {
    let row = |n| {
        format!(
            "<div>Paid on 3 May by card <a href='/orders/{n}/details'>Order {n} of the workshop in \
             the harbour</a></div>"
        )
    };
    let rows: String = (0..2_500).map(row).collect();
    kit.page(format!(
        "<h1>Orders</h1><p>State: <b id=word>idle</b></p>\
         <button id=x onclick=\"word.textContent = 'running'\">Start</button>{rows}\
         <script>for (let n = 0; n < 200; n++) console.log('line', n, 'of the console')</script>"
    ))
}

#[test]
fn a_wait_a_click_and_a_navigation_cost_little_on_a_large_page() {
    run_apart(async |kit| {
        let mcp = kit.mcp().await;
        let url = large_page(kit);
        mcp.call("browser_tabs", json!({"action": "new", "url": url})).await.is_ok();
        mcp.call("browser_snapshot", json!({})).await.is_ok();

        let wait = mcp.call("browser_wait_for", json!({"time": 3})).await;
        assert!(wait.is_ok().text.len() < WAIT, "{} bytes: {wait}", wait.text.len());

        let click = mcp.call("browser_click", json!({"target": "#x"})).await;
        click.is_ok().mentions("running");
        assert!(click.text.len() < CLICK, "{} bytes: {click}", click.text.len());

        let navigate = mcp.call("browser_navigate", json!({"url": large_page(kit)})).await;
        navigate.is_ok().mentions("Orders");
        assert!(navigate.text.len() < NAVIGATE, "{} bytes: {navigate}", navigate.text.len());
    });
}
