//! Lists that draw only the rows in view.

use kitsune_e2e::{Reply, json, run};

use super::scroll;

/// A list of 1,000 rows in a container, of which 12 are there; a row's button writes its number into
/// the title. `draw` says how rows come and go.
fn list(draw: &str) -> String {
    format!(
        "<style>body {{ margin: 0; overflow: hidden; height: 100vh }} \
         #list {{ height: 360px; overflow: auto; position: relative }} \
         .row {{ position: absolute; height: 40px; left: 0; right: 0 }}</style>\
         <div id=list><div style='height: 40000px'></div></div><script>\
         const pick = event => {{ document.title = 'Picked ' + event.target.parentNode.dataset.row; }};\
         const make = () => {{ const row = document.createElement('div'); row.className = 'row';\
           row.innerHTML = '<span></span> <button>Pick</button>'; row.lastChild.onclick = pick;\
           return row; }};\
         const show = (row, n) => {{ row.dataset.row = n; row.style.top = n * 40 + 'px';\
           row.firstChild.textContent = 'Row ' + n; }};\
         const first = () => Math.max(0, Math.min(988, Math.floor(list.scrollTop / 40) - 1));\
         {draw} draw(); list.addEventListener('scroll', draw);</script>"
    )
}

/// Rows are made anew.
const ANEW: &str = "const rows = new Map(); const draw = () => { \
    for (const [n, row] of rows) if (n < first() || n >= first() + 12) { row.remove(); rows.delete(n); } \
    for (let n = first(); n < first() + 12; n++) if (!rows.has(n)) { \
      const row = make(); show(row, n); rows.set(n, row); list.append(row); } };";

/// The same rows show other things.
const AGAIN: &str = "const rows = Array.from({length: 12}, make); list.append(...rows); \
    const draw = () => rows.forEach((row, index) => { \
      const n = first() + (index - first() % 12 + 12) % 12; \
      if (row.dataset.row !== String(n)) show(row, n); });";

/// The numbers of the rows that an answer shows.
fn rows(reply: &Reply) -> Vec<u32> {
    let text = reply["snapshot"].as_str().unwrap();
    let lines = text.lines().filter(|line| !line.contains("removed:"));
    let numbers = lines.flat_map(|line| line.split("Row ").skip(1));
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    let mut all: Vec<u32> = numbers.filter_map(|text| digits(text).parse().ok()).collect();
    all.sort_unstable();
    all
}

#[test]
fn each_answer_has_the_position_the_end_and_only_the_new_rows() {
    run(async |kit| {
        for draw in [ANEW, AGAIN] {
            let tab = kit.agent().opens(&kit.page(list(draw))).await;
            kit.agent().post("/api/snapshot", json!({"tabId": tab})).await.is_ok();
            // Rows 0 to 11 are there; after 320 pixels 7 to 18 are.
            let reply = scroll(kit, tab, json!({"amount": 320})).await;
            assert_eq!((&reply.is_ok()["scrollY"], &reply["at_end"]), (&json!(320), &json!(false)));
            assert_eq!(rows(&reply), (12..=18).collect::<Vec<_>>(), "{reply}");
            let bottom = scroll(kit, tab, json!({"direction": "bottom"})).await;
            assert_eq!((&bottom["scrollY"], &bottom["at_end"]), (&json!(39_640), &json!(true)));
            assert_eq!(rows(&bottom), (988..=999).collect::<Vec<_>>(), "{bottom}");
            let size = bottom["snapshot"].as_str().unwrap().len();
            assert!(size < 1_500, "{size} bytes: {bottom}");
        }
    });
}

#[test]
fn a_button_in_row_640_is_reached_in_few_calls() {
    run(async |kit| {
        let client = kit.mcp_with(&[("KITSUNE_CAPS", "core,browse")]).await;
        let open = json!({"action": "new", "url": kit.page(list(ANEW))});
        client.call("browser_tabs", open).await.is_ok();
        let mut calls = 1;
        // As an agent goes: one step to learn what a pixel is worth, then by what the rows say.
        let mut amount = 400;
        let (mut before, mut target) = (None, None);
        let line = loop {
            let direction = if amount < 0 { "up" } else { "down" };
            let body = json!({"direction": direction, "amount": i64::abs(amount), "ref": target});
            let reply = client.call("browser_scroll", body).await.is_ok().json.clone();
            calls += 1;
            let text = reply["snapshot"].as_str().unwrap().to_owned();
            let seen = text.lines().position(|line| line.contains("\"Row 640\""));
            if let Some(at) = seen {
                let button = text.lines().skip(at).find(|line| line.contains("button \"Pick\""));
                break button.unwrap_or_else(|| panic!("{text}")).to_owned();
            }
            let number = |line: &str| line.split("Row ").nth(1)?.split('"').next()?.parse().ok();
            let last: i64 =
                text.lines().filter_map(number).max().unwrap_or_else(|| panic!("{text}"));
            let y = reply["scrollY"].as_i64().unwrap();
            let slope = before.map_or(40, |(row, at)| (y - at) / i64::max(1, last - row));
            amount = (645 - last) * slope;
            (before, target) = (Some((last, y)), reply["target"].as_str().map(str::to_owned));
            assert!(calls <= 6, "row 640 is not reached: {reply:#}");
        };
        let button = line.split("[ref=").nth(1).unwrap().split(']').next().unwrap();
        client.call("browser_click", json!({"target": button})).await.is_ok();
        let title =
            client.call("browser_evaluate", json!({"function": "() => document.title"})).await;
        assert_eq!(title.is_ok().json["result"], "Picked 640", "after {calls} calls");
    });
}

#[test]
fn the_position_is_read_after_a_list_has_loaded_more() {
    run(async |kit| {
        let page = "<style>body { margin: 0 }</style><main id=list></main><script>\
            const more = () => { for (let n = 0; n < 30; n++) { const p = document.createElement('p');\
              p.textContent = 'Item ' + list.childElementCount; list.append(p); } };\
            more(); addEventListener('scroll', () => setTimeout(more, 60), {once: true});</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let most = kit.in_page(tab, "scrollMaxY").await;
        let reply = scroll(kit, tab, json!({"direction": "bottom"})).await;
        reply.is_ok().mentions("snapshot", "Item 45");
        assert_eq!((&reply["scrollY"], &reply["at_end"]), (&most, &json!(false)), "{reply}");
        assert_eq!(reply["scrollMaxY"], kit.in_page(tab, "scrollMaxY").await, "{reply}");
    });
}

#[test]
fn a_page_in_the_background_reacts_to_a_scroll() {
    run(async |kit| {
        let page = "<div style='height: 3000px'></div><div id=end>End</div><script>\
            new IntersectionObserver(entries => { \
              if (entries.some(entry => entry.isIntersecting)) document.body.append('Loaded'); \
            }).observe(end);</script>";
        let person = kit.person().await;
        person.opens(&kit.page("<p>The person's page")).await;
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = scroll(kit, tab, json!({"direction": "bottom"})).await;
        reply.is_ok().mentions("snapshot", "Loaded");
        assert_eq!(reply["visibilityState"], "hidden");
    });
}
