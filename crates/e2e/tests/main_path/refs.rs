//! How long a ref names its node, and that it never names another one (*Ref lifetime*, *Element
//! targets*).

use std::collections::BTreeSet;
use std::time::Duration;

use kitsune_e2e::{Kit, Reply, TabId, eventually, json, run, run_apart};

/// A page whose buttons say in its title which of them was pressed.
const BUTTONS: &str = "<div id=list><button>A</button><button>B</button></div><p id=other></p>\
    <script>addEventListener('click', e => document.title += e.target.textContent)</script>";

async fn snapshot(kit: &Kit<'_>, tab: TabId) -> String {
    let reply = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
    reply.is_ok()["snapshot"].as_str().unwrap().to_owned()
}

/// The ref of the first line that holds `what`.
fn ref_in(snapshot: &str, what: &str) -> String {
    let line = snapshot.lines().find(|line| line.contains(what));
    let reference = line.and_then(|line| line.split("[ref=").nth(1)?.split(']').next());
    reference.unwrap_or_else(|| panic!("no {what} in\n{snapshot}")).to_owned()
}

async fn ref_of(kit: &Kit<'_>, tab: TabId, what: &str) -> String {
    ref_in(&snapshot(kit, tab).await, what)
}

/// The numbers of all refs of a snapshot.
fn numbers(snapshot: &str) -> BTreeSet<u64> {
    snapshot
        .split("[ref=e")
        .skip(1)
        .map(|part| part.split(']').next().unwrap().parse().unwrap())
        .collect()
}

async fn click(kit: &Kit<'_>, tab: TabId, reference: &str) -> Reply {
    kit.agent().post("/api/click", json!({"tabId": tab, "ref": reference})).await
}

#[track_caller]
fn is_stale(reply: &Reply, reason: &str) {
    reply.is_error("stale_ref");
    assert_eq!(reply["state"]["reason"], reason, "{reply}");
    assert_eq!(reply["retryable"], true, "{reply}");
    assert!(reply["state"]["tabId"].is_u64() && reply["state"]["url"].is_string(), "{reply}");
}

#[test]
fn a_node_keeps_its_ref_while_it_is_attached() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(BUTTONS)).await;
        let reference = ref_of(kit, tab, "button \"B\"").await;
        // Renamed, given another role, moved, and hidden for a while.
        for change in [
            "(list.children[1].textContent = 'C')",
            "list.children[1].setAttribute('role', 'link')",
            "other.append(list.children[1])",
            "(other.hidden = true)",
        ] {
            kit.in_page(tab, &format!("void {change}")).await;
            snapshot(kit, tab).await;
            kit.browser().collect_garbage(tab).await.unwrap();
        }
        kit.in_page(tab, "void (other.hidden = false)").await;
        assert_eq!(ref_of(kit, tab, "link \"C\"").await, reference);
        let scoped = json!({"tabId": tab, "selector": "#list"});
        kit.agent().post("/api/snapshot", scoped).await.is_ok();
        let reply = click(kit, tab, &reference).await;
        assert_eq!(reply.is_ok()["target_ref"], json!(reference), "{reply}");
        assert_eq!(kit.in_page(tab, "document.title").await, "Test pageC");
    });
}

#[test]
fn a_removed_node_stays_removed_and_its_replacement_has_another_ref() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(BUTTONS)).await;
        let reference = ref_of(kit, tab, "button \"B\"").await;
        kit.in_page(tab, "void (list.innerHTML = list.innerHTML)").await;
        let gone = click(kit, tab, &reference).await;
        is_stale(&gone, "element_removed");
        gone.mentions("hint", "has left the page");
        let replacement = ref_of(kit, tab, "button \"B\"").await;
        assert_ne!(replacement, reference);
        // After everything that is known of the node was thrown away too.
        kit.browser().collect_garbage(tab).await.unwrap();
        snapshot(kit, tab).await;
        is_stale(&click(kit, tab, &reference).await, "element_removed");
        let scoped = json!({"tabId": tab, "ref": reference});
        is_stale(&kit.agent().post("/api/snapshot", scoped).await, "element_removed");
        assert!(kit.seen_in(tab).await.is_empty());
        click(kit, tab, &replacement).await.is_ok();
    });
}

#[test]
fn a_node_that_was_seen_away_comes_back_with_another_ref() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(BUTTONS)).await;
        let reference = ref_of(kit, tab, "button \"B\"").await;
        // Nobody looked meanwhile.
        kit.in_page(tab, "void list.append(list.removeChild(list.children[1]))").await;
        assert_eq!(ref_of(kit, tab, "button \"B\"").await, reference);

        kit.in_page(tab, "void (window.away = list.removeChild(list.children[1]))").await;
        snapshot(kit, tab).await;
        kit.in_page(tab, "void list.append(away)").await;
        is_stale(&click(kit, tab, &reference).await, "element_removed");
        assert_ne!(ref_of(kit, tab, "button \"B\"").await, reference);
    });
}

#[test]
fn a_document_written_anew_has_new_elements() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(BUTTONS)).await;
        let reference = ref_of(kit, tab, "button \"B\"").await;
        let write = "document.open(), document.write('<button>B</button><script>\
            document.onclick = () => document.title = 1</scr' + 'ipt>'), document.close()";
        kit.in_page(tab, &format!("void ({write})")).await;
        is_stale(&click(kit, tab, &reference).await, "element_removed");
        let written = ref_of(kit, tab, "button \"B\"").await;
        assert_ne!(written, reference);
        click(kit, tab, &written).await.is_ok();
        assert_eq!(kit.in_page(tab, "document.title").await, "1");
    });
}

#[test]
fn a_change_of_the_address_alone_keeps_refs() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(BUTTONS)).await;
        let reference = ref_of(kit, tab, "button \"B\"").await;
        for change in ["history.pushState(0, '', '/next')", "(location.hash = 'there')"] {
            kit.in_page(tab, &format!("void {change}")).await;
            click(kit, tab, &reference).await.is_ok();
        }
        let there = format!("{}#again", kit.in_page(tab, "location.href").await.as_str().unwrap());
        kit.agent().post("/api/navigate", json!({"tabId": tab, "url": there})).await.is_ok();
        kit.agent().post("/api/back", json!({"tabId": tab, "pageText": true})).await.is_ok();
        click(kit, tab, &reference).await.is_ok();
        assert_eq!(kit.in_page(tab, "document.title").await, "Test pageBBB");
    });
}

#[test]
fn refs_of_an_earlier_document_name_nothing() {
    run(async |kit| {
        let agent = kit.agent();
        let first = kit.page(BUTTONS);
        let tab = agent.opens(&first).await;
        let of_first = ref_of(kit, tab, "button \"B\"").await;
        kit.in_page(tab, "void (window.kept = true)").await;

        let to = |url: String| json!({"tabId": tab, "url": url});
        agent.post("/api/navigate", to(kit.page("<button>B</button><i>2</i>"))).await.is_ok();
        let of_second = ref_of(kit, tab, "button \"B\"").await;
        is_stale(&click(kit, tab, &of_first).await, "other_document");

        // The first document comes out of the history as it was; the load made its refs void.
        agent.post("/api/back", json!({"tabId": tab, "pageText": true})).await.is_ok();
        assert_eq!(kit.in_page(tab, "window.kept").await, true);
        is_stale(&click(kit, tab, &of_second).await, "other_document");
        is_stale(&click(kit, tab, &of_first).await, "other_document");
        let now = ref_of(kit, tab, "button \"B\"").await;
        assert!(now != of_first && now != of_second, "{now} {of_first} {of_second}");
        click(kit, tab, &now).await.is_ok();
        assert_eq!(kit.in_page(tab, "document.title").await, "Test pageB");

        agent.post("/api/navigate", to(first)).await.is_ok();
        is_stale(&click(kit, tab, &now).await, "other_document");
        assert_eq!(kit.in_page(tab, "document.title").await, "Test page");
    });
}

#[test]
fn two_tabs_never_share_a_number() {
    run(async |kit| {
        let many = |n: usize| "<button>One</button>".repeat(n);
        let tabs = [
            kit.agent().opens(&kit.page(many(10))).await,
            kit.agent().opens(&kit.page(many(10))).await,
        ];
        let mut given = [BTreeSet::new(), BTreeSet::new()];
        for round in 1..4 {
            for (tab, given) in tabs.iter().zip(&mut given) {
                let before = given.iter().max().copied().unwrap_or(0);
                let found = numbers(&snapshot(kit, *tab).await);
                assert_eq!(found.len(), 10 * round, "each line has its ref");
                assert!(found.difference(given).all(|number| *number > before), "{found:?}");
                given.extend(found);
                // Each of them alone, so that they are no run of similar items.
                let grow =
                    format!("void document.body.insertAdjacentHTML('beforeend', '{}')", many(10));
                kit.in_page(*tab, &grow).await;
            }
        }
        assert!(given[0].is_disjoint(&given[1]), "{given:?}");
    });
}

#[test]
fn the_refs_of_an_unloaded_page_end_with_it() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = kit.agent().opens(&kit.page(BUTTONS)).await;
        let reference = ref_of(kit, tab, "button \"B\"").await;
        person.unloads(tab).await;
        let reply = click(kit, tab, &reference).await;
        reply.is_error("tab_unloaded");
        assert_eq!(reply["state"]["discarded"], true, "{reply}");
        // A read loads the page again.
        let loaded = ref_of(kit, tab, "button \"B\"").await;
        assert_ne!(loaded, reference);
        is_stale(&click(kit, tab, &reference).await, "other_document");
        assert!(kit.seen_in(tab).await.is_empty());
    });
}

#[test]
fn refs_inside_a_frame_end_with_the_frames_document() {
    run(async |kit| {
        let inner = kit.page("<button>Inside</button>");
        let page = format!("<iframe title=F src='{inner}'></iframe><button>Outside</button>");
        let tab = kit.agent().opens(&kit.page(page)).await;
        let outside = ref_of(kit, tab, "button \"Outside\"").await;
        let inside = ref_of(kit, tab, "button \"Inside\"").await;
        let frame = ref_of(kit, tab, "iframe \"F\"").await;
        let is_loaded = async || {
            let text = "document.querySelector('iframe').contentDocument.body?.textContent ?? ''";
            kit.in_page(tab, text).await.as_str().unwrap().contains("Next")
        };
        let next = kit.page("<button>Next</button>");
        kit.in_page(tab, &format!("void (document.querySelector('iframe').src = '{next}')")).await;
        eventually("the frame shows its next page", Duration::from_secs(5), is_loaded).await;
        is_stale(&click(kit, tab, &inside).await, "element_removed");

        let second = ref_of(kit, tab, "button \"Next\"").await;
        kit.in_page(tab, "void document.querySelector('iframe').remove()").await;
        for gone in [&second, &frame] {
            is_stale(&click(kit, tab, gone).await, "element_removed");
        }
        click(kit, tab, &outside).await.is_ok();
        assert_eq!(kit.seen_in(tab).await, ["click button"]);
    });
}

#[test]
fn a_description_is_no_target_and_a_ref_wins_over_a_selector() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(BUTTONS)).await;
        let agent = kit.agent();
        let reference = ref_of(kit, tab, "button \"B\"").await;
        let both = json!({"tabId": tab, "ref": reference, "selector": "#list :first-child", "element": "A"});
        agent.post("/api/click", both).await.is_ok();
        assert_eq!(kit.in_page(tab, "document.title").await, "Test pageB");
        let described = json!({"tabId": tab, "element": "#list :first-child"});
        agent.post("/api/click", described).await.is_error("not_found");
        kit.in_page(tab, "void list.children[1].remove()").await;
        // Neither takes the place of a ref that names nothing.
        let stale = json!({"tabId": tab, "ref": reference, "selector": "#list :first-child", "element": "A"});
        is_stale(&agent.post("/api/click", stale).await, "element_removed");
        assert_eq!(kit.in_page(tab, "document.title").await, "Test pageB");
    });
}

#[test]
fn refs_of_older_forms_were_given_out_by_no_snapshot() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(BUTTONS)).await;
        for older in ["s1e0", "s3e12", "r0", "e999999999"] {
            let reply = click(kit, tab, older).await;
            reply.is_error("stale_ref");
            assert_eq!(reply["state"]["reason"], "not_in_snapshot", "{reply}");
        }
    });
}

#[test]
fn a_form_tells_a_ref_of_another_document_as_such() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<input aria-label=City>")).await;
        let other = kit.agent().opens(&kit.page("<input aria-label=City>")).await;
        let reference = ref_of(kit, tab, "textbox \"City\"").await;
        let field =
            json!({"name": "City", "target": reference, "type": "textbox", "value": "Oslo"});
        let form = json!({"tabId": other, "fields": [field]});
        let reply = kit.agent().post("/api/form-fill", form).await;
        assert!(reply.json.to_string().contains("other_document"), "{reply}");
        assert_eq!(kit.in_page(other, "document.querySelector('input').value").await, "");
    });
}

#[test]
fn a_scope_that_names_nothing_is_an_error_and_never_the_whole_page() {
    run(async |kit| {
        let page = "<main><h2>Inner</h2></main><h2>Outer</h2>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let read = async |scope: kitsune_e2e::Value| {
            let mut body = scope;
            body["tabId"] = json!(tab);
            agent.post("/api/snapshot", body).await
        };
        let missing = read(json!({"selector": "#none"})).await;
        missing.is_error("not_found").mentions("error", "Selector not found: #none");
        assert_eq!(missing["state"]["selector"], "#none", "{missing}");
        let main = ref_of(kit, tab, "main").await;
        let scoped = read(json!({"ref": main, "selector": "#none"})).await;
        let text = scoped.is_ok()["snapshot"].as_str().unwrap();
        assert!(text.contains("Inner") && !text.contains("Outer"), "{scoped}");
        let root = read(json!({"ref": main, "maxDepth": 0})).await;
        let text = root.is_ok()["snapshot"].as_str().unwrap();
        assert!(text.contains(&main) && !text.contains("Inner"), "{root}");
        kit.in_page(tab, "void document.querySelector('main').remove()").await;
        let stale = read(json!({"ref": main})).await;
        is_stale(&stale, "element_removed");
        assert!(missing.json.get("snapshot").is_none() && stale.json.get("snapshot").is_none());
    });
}

#[test]
fn numbers_go_on_above_all_earlier_ones_after_the_extension_is_reloaded() {
    run_apart(async |kit| {
        let agent = kit.agent();
        // More than the extension reserves at a time, in two tabs.
        let large = "<button>One</button>".repeat(1_100);
        let tabs = [agent.opens(&kit.page(large)).await, agent.opens(&kit.page(BUTTONS)).await];
        let mut before = BTreeSet::new();
        for tab in tabs {
            let body = json!({"tabId": tab});
            let reply = agent.post("/api/snapshot", body).await;
            before.extend(numbers(reply.is_ok()["snapshot"].as_str().unwrap()));
        }
        let highest = before.last().copied().unwrap();

        kit.person().await.reloads_the_extension().await;
        eventually("the extension is connected again", Duration::from_secs(15), async || {
            agent.get("/api/status").await["extension_connected"] == true
        })
        .await;

        is_stale(&click(kit, tabs[1], &format!("e{highest}")).await, "not_in_snapshot");
        for tab in tabs {
            let after = numbers(&snapshot(kit, tab).await);
            assert!(after.iter().all(|number| *number > highest), "{highest} {after:?}");
        }
        is_stale(&click(kit, tabs[0], &format!("e{highest}")).await, "not_in_snapshot");
    });
}

#[test]
fn a_document_written_anew_still_tells_that_the_person_uses_it() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = kit.agent().opens(&kit.page(BUTTONS)).await;
        let write = "document.open(), document.write('<button id=go>B</button>'), document.close()";
        kit.in_page(tab, &format!("void ({write})")).await;
        person.looks_at(tab).await;
        person.clicks(tab, "#go").await;
        kit.agent()
            .post("/api/click", json!({"tabId": tab, "selector": "#go"}))
            .await
            .is_error("user_active");
    });
}
