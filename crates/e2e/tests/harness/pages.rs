//! The fixture server's pages, origins and records.

use std::time::Duration;

use kitsune_e2e::{Origin, Page, eventually, json, run};

#[test]
fn a_page_is_served_on_origins_that_are_apart() {
    run(async |kit| {
        let person = kit.person().await;
        let own = person.opens(&kit.page("<p>Own")).await;
        kit.in_page(own, "(document.cookie = 'a=1', localStorage.a = 1)").await;

        for origin in [Origin::Sibling, Origin::Other, Origin::Address] {
            let tab = person.opens(&kit.page_on(origin, "<p>Elsewhere")).await;
            assert_eq!(kit.in_page(tab, "document.body.innerText").await, "Elsewhere");
            assert_eq!(kit.in_page(tab, "document.cookie").await, "");
            assert_eq!(kit.in_page(tab, "localStorage.length").await, 0);
            person.closes(tab).await;
        }
    });
}

#[test]
fn a_frame_of_another_site_can_be_looked_into() {
    run(async |kit| {
        let inner = kit.page_on(Origin::Other, "<title>Inner</title><p>Inner");
        let person = kit.person().await;
        let tab = person.opens(&kit.page(format!("<iframe src='{inner}'></iframe>"))).await;
        let look =
            "(() => { try { return frames[0].document.title } catch { return 'closed' } })()";
        assert_eq!(kit.in_page(tab, look).await, "closed");
        assert_eq!(kit.in_frame(tab, &inner, "document.body.innerText").await, "Inner");
    });
}

#[test]
fn the_look_into_a_page_sees_what_its_scripts_see() {
    run(async |kit| {
        let page = "<script>const own = ['\"', `'`]; let count = 2;</script>";
        let tab = kit.person().await.opens(&kit.page(page)).await;
        assert_eq!(kit.in_page(tab, "own.join('') + `${count}`").await, "\"'2");
        assert_eq!(kit.in_page(tab, "undefined").await, json!(null));
    });
}

#[test]
fn a_policy_of_the_page_does_not_stop_the_tests_look() {
    run(async |kit| {
        let policy = ("content-security-policy", "script-src 'none'".to_owned());
        let page = Page { html: "<!doctype html><p>Strict".into(), headers: vec![policy] };
        let tab = kit.person().await.opens(&kit.page(page)).await;
        assert_eq!(
            kit.in_page(tab, "new Promise(done => done(document.readyState))").await,
            "complete"
        );
    });
}

#[test]
fn a_sent_form_is_recorded() {
    run(async |kit| {
        let form = "<form method=post action=/orders><input name=city value=Oslo><button>Send";
        let person = kit.person().await;
        let tab = person.opens(&kit.page(form)).await;
        kit.in_page(tab, "void document.forms[0].submit()").await;
        eventually("the form has arrived", Duration::from_secs(10), async || {
            let requests = kit.received();
            let order = requests.iter().find(|request| request.path == "/orders");
            order.is_some_and(|order| order.method == "POST" && order.body == "city=Oslo")
        })
        .await;
    });
}

#[test]
fn the_addresses_that_behave_badly_do_so() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens(&kit.url("/status/404")).await;
        assert_eq!(kit.in_page(tab, "fetch(location).then(it => it.status)").await, 404);

        person.navigates(tab, &kit.url("/redirect?to=/slow%3Fms%3D300")).await;
        assert_eq!(kit.in_page(tab, "document.body.innerText").await, "Here after 300 ms");

        let hanging = "fetch('/hang', {signal: AbortSignal.timeout(500)}).catch(it => it.name)";
        assert_eq!(kit.in_page(tab, hanging).await, "TimeoutError");

        person.navigates(tab, &kit.url("/fixtures/demo/index.html")).await;
        assert_eq!(kit.in_page(tab, "document.forms.length").await, json!(1));
    });
}
