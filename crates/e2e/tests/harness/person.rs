//! The person's input is real, and pages see an ordinary browser.

use std::time::Duration;

use kitsune_e2e::{Origin, eventually, run};

#[test]
fn the_persons_click_is_real_and_a_scripts_is_not() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens(&kit.page("<button id=pay>Pay</button>")).await;

        person.clicks(tab, "#pay").await;
        kit.in_page(tab, "document.querySelector('#pay').click()").await;

        assert_eq!(kit.seen_in(tab).await, ["click button#pay (real)", "click button#pay"]);
    });
}

#[test]
fn a_click_reaches_an_element_below_the_fold() {
    run(async |kit| {
        let person = kit.person().await;
        let page = "<div style='height: 4000px'></div><button>Low</button>";
        let tab = person.opens(&kit.page(page)).await;
        person.clicks(tab, "button").await;
        assert_eq!(kit.seen_in(tab).await, ["click button (real)"]);
    });
}

#[test]
fn the_persons_typing_is_real() {
    run(async |kit| {
        let person = kit.person().await;
        let page = "<form><input id=city></form><script>
            const keys = [];
            addEventListener('keydown', it => keys.push(`${it.key} ${it.code} ${it.isTrusted}`))
        </script>";
        let tab = person.opens(&kit.page(page)).await;

        person.clicks(tab, "#city").await;
        person.types(tab, "Åbo 1").await;

        assert_eq!(kit.in_page(tab, "document.querySelector('#city').value").await, "Åbo 1");
        assert_eq!(kit.in_page(tab, "keys[1]").await, "b KeyB true");
        assert_eq!(kit.seen_in(tab).await[1], "input input#city (real)");
        assert_eq!(person.focused_element(tab).await, "input#city");
    });
}

#[test]
fn keys_may_have_modifiers_and_do_what_firefox_does_with_them() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens(&kit.page("<input id=a value=old><input id=b>")).await;
        person.clicks(tab, "#a").await;
        person.presses(tab, "Control+a").await;
        person.types(tab, "new").await;
        person.presses(tab, "Tab").await;
        assert_eq!(kit.in_page(tab, "document.querySelector('#a').value").await, "new");
        assert_eq!(person.focused_element(tab).await, "input#b");
        person.presses(tab, "Shift+Tab").await;
        assert_eq!(person.focused_element(tab).await, "input#a");
    });
}

#[test]
fn one_tab_is_in_front_and_has_the_focus() {
    run(async |kit| {
        let person = kit.person().await;
        let first = person.opens(&kit.page("<input id=a autofocus>")).await;
        let second = person.opens(&kit.page("<input id=b>")).await;
        assert_eq!(person.current_tab().await, second);

        person.looks_at(first).await;
        assert_eq!(person.current_tab().await, first);
        assert_eq!(person.focused_element(first).await, "input#a");
        assert_eq!(person.focused_element(second).await, "");

        let tabs = kit.tabs().await;
        assert_eq!(
            tabs.iter().map(|tab| (tab.id, tab.selected)).collect::<Vec<_>>(),
            [(first, true), (second, false)]
        );
    });
}

#[test]
fn a_click_that_leads_to_another_page_returns() {
    run(async |kit| {
        let person = kit.person().await;
        let target = kit.page_on(Origin::Other, "<p>There");
        let tab = person.opens(&kit.page(format!("<a href='{target}'>Go</a>"))).await;
        person.clicks(tab, "a").await;
        eventually("the other page", Duration::from_secs(10), async || {
            kit.tabs().await.iter().any(|shown| shown.id == tab && shown.url == target)
        })
        .await;
    });
}

#[test]
fn a_click_into_a_frame_of_another_site_is_real_there() {
    run(async |kit| {
        let inner = kit.page_on(Origin::Other, "<button>In</button>");
        let frame = format!("<iframe style='border: 0' src='{inner}'></iframe>");
        let page = format!("<body style='margin: 0'>{frame}");
        let person = kit.person().await;
        let tab = person.opens(&kit.page(page)).await;
        person.clicks_at(tab, 20.0, 20.0).await;
        assert_eq!(kit.in_frame(tab, &inner, "seen").await[0], "click button (real)");
    });
}

#[test]
fn pages_do_not_see_automation() {
    run(async |kit| {
        let tab = kit.person().await.opens(&kit.page("<p>Hello")).await;
        assert_eq!(kit.in_page(tab, "navigator.webdriver").await, false);
    });
}
