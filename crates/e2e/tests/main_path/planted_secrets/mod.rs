//! A property (*Sensitive-field redaction*): whatever holds a secret, and whatever stands around
//! it, no read of the page ever returns the secret or its length.
//!
//! `page` plants random secrets in random structures, `reads` asks every route of the table about
//! them. A failure prints the seed; `KITSUNE_TEST_SEED` repeats it.

mod page;
mod random;
mod reads;

use std::env;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use kitsune_e2e::{Kit, Reply, TabId, json, run};

use page::{Plant, page};
use random::Random;

/// Pages are made and read for about this long.
const TIME: Duration = Duration::from_secs(12);

#[test]
fn no_read_returns_a_planted_secret() {
    run(async |kit| {
        let seed = seed();
        println!("KITSUNE_TEST_SEED={seed}");
        let mut random = Random::new(seed);
        let client = kit.mcp_with(&[("KITSUNE_CAPS", "core,read")]).await;
        let start = Instant::now();
        loop {
            let planted = page(&mut random);
            let tab = kit.agent().opens(&kit.page(planted.html.clone())).await;
            reads::every_tool(kit, &client, tab, &planted).await;
            reads::every_read(kit, tab, &planted, &mut random).await;
            kit.agent().post("/api/close-tab", json!({"tabId": tab})).await.is_ok();
            if start.elapsed() > TIME {
                break;
            }
        }
    });
}

#[test]
fn what_is_planted_in_the_open_is_found() {
    // Otherwise the property above would hold of a page that cannot be read at all.
    run(async |kit| {
        let mut random = Random::new(seed());
        let planted = page(&mut random);
        let tab = kit.agent().opens(&kit.page(planted.html.clone())).await;
        let snapshot = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        let text = snapshot.is_ok()["snapshot"].as_str().unwrap();
        for plant in &planted.plants {
            let is_found = text.contains(&plant.word);
            assert!(is_found, "no {} of\n{}\n{snapshot}", plant.word, plant.shown());
        }
        let open = Plant::in_the_open(&mut random);
        assert!(reads::leak(&json!({"a": open.secret[20..80]}), &[open]).is_some());
    });
}

/// Fails with the plant whose secret the answer holds.
#[track_caller]
fn keeps_secrets(reply: &Reply, plants: &[Plant]) {
    if let Some((plant, what)) = reads::leak(&reply.json, plants) {
        panic!("{what} of {}\n{reply}", plant.shown());
    }
}

fn seed() -> u64 {
    let given = env::var("KITSUNE_TEST_SEED").ok().and_then(|text| text.parse().ok());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos());
    given.unwrap_or(u64::try_from(now & 0xffff_ffff).unwrap_or(1))
}

/// Acts and reads by one route.
async fn ask(kit: &Kit<'_>, tab: TabId, path: &str, mut body: kitsune_e2e::Value) -> Reply {
    body["tabId"] = json!(tab);
    kit.agent().post(path, body).await
}
