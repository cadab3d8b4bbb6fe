//! What a session begins with: the greeting and the list of tools, without bridge or disk.

use kitsune_protocol::{Group, Groups, Mode};
use serde_json::Value;

use crate::support::Setup;

/// Nothing listens there, and a call that needed a bridge would fail to start one.
const NO_BRIDGE: u16 = 1;

/// The list costs every session tokens.
const BUDGET: usize = 14_000;

#[tokio::test]
async fn a_session_begins_without_bridge_or_disk() {
    let mut client = Setup::at(NO_BRIDGE).start().await;
    assert_eq!(client.greeting["serverInfo"]["name"], "Kitsune");
    assert!(client.greeting["capabilities"]["tools"]["listChanged"].is_null());
    assert!(!client.tools().await.is_empty());
    assert_eq!(std::fs::read_dir(client.home.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn the_instructions_say_what_a_mode_allows() {
    for (mode, expected) in [
        (Mode::Act, "browser_tabs action=new"),
        (Mode::Read, "only reads"),
        (Mode::Draft, "sends nothing"),
    ] {
        let mut setup = Setup::at(NO_BRIDGE);
        setup.mode = mode;
        let greeting = setup.start().await.greeting;
        let text = greeting["instructions"].as_str().unwrap();
        assert!(text.contains(expected), "{text}");
    }
}

#[tokio::test]
async fn the_core_list_is_stable_and_small() {
    let mut client = Setup::at(NO_BRIDGE).start().await;
    let tools = Value::Array(client.tools().await);
    let size = tools.to_string().len();
    assert!(size < BUDGET, "{size} bytes");
    insta::assert_snapshot!(serde_json::to_string_pretty(&tools).unwrap());
}

#[tokio::test]
async fn groups_and_modes_choose_the_tools() {
    let names = async |groups: &[Group], mode| {
        let mut setup = Setup::at(NO_BRIDGE);
        setup.groups = Groups::of(groups);
        setup.mode = mode;
        let tools = setup.start().await.tools().await;
        let names = tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(&[Group::Admin], Mode::Act).await, ["browser_status", "browser_cache"]);
    assert_eq!(names(&[Group::Admin], Mode::Read).await, ["browser_status"]);
    let reads = names(&[Group::Read], Mode::Act).await;
    assert!(reads.contains(&"browser_dom".to_owned()), "{reads:?}");
    for mode in [Mode::Read, Mode::Draft] {
        assert_eq!(names(&[Group::Read], mode).await, reads);
    }
    assert_eq!(names(&[Group::History], Mode::Act).await, [""; 0]);
    let read = names(&[Group::Core], Mode::Read).await;
    assert!(read.contains(&"browser_tab_list".to_owned()));
    assert!(!read.contains(&"browser_tabs".to_owned()));
}
