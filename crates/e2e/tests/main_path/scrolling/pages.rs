//! Which part of a page scrolls, and what the answer says of it.

use kitsune_e2e::{Origin, json, run};

use super::{reference, scroll};

const TALL: &str =
    "<style>body { margin: 0 }</style><h1>Top</h1><div style='height: 5000px'></div>";

#[test]
fn a_scroll_goes_down_by_500_pixels_and_says_where_it_is() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(TALL)).await;

        let reply = scroll(kit, tab, json!({})).await;

        assert_eq!(kit.in_page(tab, "scrollY").await, 500);
        let told = ["target", "scrolled_by", "scrolledPx", "scrollX", "scrollY", "at_end"];
        let expected =
            [json!("window"), json!(500), json!(500), json!(0), json!(500), json!(false)];
        assert_eq!(told.map(|key| reply.is_ok()[key].clone()), expected, "{reply}");
        let most = kit.in_page(tab, "scrollMaxY").await;
        assert_eq!(reply["scrollMaxY"], most, "{reply}");
        assert_eq!(reply["visibilityState"], "hidden", "{reply}");
    });
}

#[test]
fn the_end_is_told_in_every_direction() {
    run(async |kit| {
        let page = "<style>body { margin: 0; width: 4000px; height: 4000px }</style>Here";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for (body, at_end, place) in [
            (json!({"direction": "up"}), true, "0 0"),
            (json!({"direction": "right", "amount": 120}), false, "120 0"),
            (json!({"direction": "bottom", "amount": 1}), true, "120 max"),
            (json!({"direction": "up", "amount": 100}), false, "120 max-100"),
            (json!({"direction": "left", "amount": 9999}), true, "0 max-100"),
            (json!({"direction": "top"}), true, "0 0"),
        ] {
            let reply = scroll(kit, tab, body).await;
            assert_eq!(reply.is_ok()["at_end"], at_end, "{reply}");
            let down = "scrollY === 0 ? '0' : 'max' + (scrollY - scrollMaxY || '')";
            assert_eq!(kit.in_page(tab, &format!("scrollX + ' ' + ({down})")).await, place);
        }
        let up = scroll(kit, tab, json!({"direction": "up"})).await;
        assert_eq!(
            (&up["scrolled_by"], &up["no_visible_change"]),
            (&json!(0), &json!(true)),
            "{up}"
        );
    });
}

#[test]
fn a_container_is_scrolled_by_selector_by_ref_and_by_what_is_in_it() {
    run(async |kit| {
        let list = "<div id=box style='height: 200px; overflow: auto'><button>First</button>\
            <div style='height: 3000px'></div></div>";
        let tab = kit.agent().opens(&kit.page(format!("{TALL}{list}"))).await;
        let by_selector = scroll(kit, tab, json!({"selector": "#box", "amount": 100})).await;
        assert_eq!(by_selector.is_ok()["target"], "#box", "{by_selector}");
        let button = reference(kit, tab, "First").await;
        let by_part = scroll(kit, tab, json!({"ref": button, "amount": 100})).await;
        assert_eq!(by_part.is_ok()["scrollY"], 200, "{by_part}");
        // The answer names the container, which has no line of its own.
        let named = by_part["target"].as_str().unwrap().to_owned();
        let by_ref = scroll(kit, tab, json!({"ref": named, "amount": 50})).await;
        assert_eq!(
            (&by_ref["scrollY"], &by_ref["target"]),
            (&json!(250), &json!(named)),
            "{by_ref}"
        );
        assert_eq!(kit.in_page(tab, "scrollY").await, 0);
    });
}

#[test]
fn what_scrolls_inside_a_dialog_scrolls_for_the_dialog() {
    run(async |kit| {
        let dialog = "<div role=dialog aria-label=Terms style='position: fixed; inset: 50px'>\
            <h2>Terms</h2><div style='height: 300px; overflow-y: scroll'>\
            <div style='height: 3000px'></div></div></div>";
        let tab = kit.agent().opens(&kit.page(format!("{TALL}{dialog}"))).await;
        let terms = reference(kit, tab, "dialog \"Terms\"").await;
        let reply = scroll(kit, tab, json!({"ref": terms})).await;
        assert_eq!(reply.is_ok()["scrollY"], 500, "{reply}");
        assert_eq!(kit.in_page(tab, "scrollY").await, 0);
    });
}

#[test]
fn a_list_that_grows_to_the_top_says_its_end_there() {
    run(async |kit| {
        let chat = "<div id=chat style='height: 200px; overflow: auto; display: flex;\
            flex-direction: column-reverse'><div style='min-height: 1000px'>Talk</div></div>";
        let tab = kit.agent().opens(&kit.page(chat)).await;
        for (direction, by, y, at_end) in [
            ("down", 0, 0, true),
            ("up", -500, -500, false),
            ("top", -300, -800, true),
            ("bottom", 800, 0, true),
        ] {
            let body = json!({"selector": "#chat", "direction": direction});
            let reply = scroll(kit, tab, body).await;
            let told = [&reply.is_ok()["scrolled_by"], &reply["scrollY"], &reply["at_end"]];
            assert_eq!(told, [&json!(by), &json!(y), &json!(at_end)], "{reply}");
        }
    });
}

#[test]
fn a_smooth_page_is_scrolled_at_once_and_a_hidden_overflow_is_left_alone() {
    run(async |kit| {
        let smooth = "<style>html { scroll-behavior: smooth }</style>";
        let tab = kit.agent().opens(&kit.page(format!("{smooth}{TALL}"))).await;
        let reply = scroll(kit, tab, json!({"amount": 700})).await;
        assert_eq!(reply.is_ok()["scrollY"], 700, "{reply}");

        let locked = "<style>body { overflow: hidden }</style>";
        let tab = kit.agent().opens(&kit.page(format!("{locked}{TALL}"))).await;
        let reply = scroll(kit, tab, json!({})).await;
        assert_eq!((&reply.is_ok()["scrolled_by"], &reply["at_end"]), (&json!(0), &json!(true)));
        assert_eq!(kit.in_page(tab, "scrollY").await, 0);
    });
}

#[test]
fn a_selector_that_names_several_elements_scrolls_none() {
    run(async |kit| {
        let boxes = "<div class=box style='height: 50px; overflow: auto'>\
            <div style='height: 500px'></div></div>";
        let tab = kit.agent().opens(&kit.page(boxes.repeat(2))).await;
        let reply = scroll(kit, tab, json!({"selector": ".box"})).await;
        assert_eq!(reply.is_error("ambiguous_target")["state"]["matches"], 2);
        let first =
            scroll(kit, tab, json!({"selector": ".box", "first": true, "amount": 40})).await;
        assert_eq!(first.is_ok()["scrollY"], 40);
        let tops = "[...document.querySelectorAll('.box')].map(box => box.scrollTop).join()";
        assert_eq!(kit.in_page(tab, tops).await, "40,0");
        scroll(kit, tab, json!({"selector": "#none"})).await.is_error("not_found");
        scroll(kit, tab, json!({"ref": "e99999999"})).await.is_error("stale_ref");
    });
}

#[test]
fn a_frame_is_scrolled_by_its_ref_whatever_its_origin() {
    run(async |kit| {
        for origin in [Origin::Own, Origin::Other] {
            let inner = kit.page_on(origin, format!("{TALL}<button>Inside</button>"));
            let page = format!("<iframe src='{inner}' title=Deep width=400 height=300></iframe>");
            let tab = kit.agent().opens(&kit.page(page)).await;
            let frame = reference(kit, tab, "iframe \"Deep\"").await;
            let reply = scroll(kit, tab, json!({"ref": frame, "amount": 300})).await;
            assert_eq!((&reply.is_ok()["scrollY"], &reply["target"]), (&json!(300), &json!(frame)));
            let inside = reference(kit, tab, "Inside").await;
            let more = scroll(kit, tab, json!({"ref": inside, "amount": 100})).await;
            assert_eq!((&more.is_ok()["scrollY"], &more["target"]), (&json!(400), &json!(frame)));
            // A page that cannot scroll hands a scroll on to what is at its middle.
            let whole = format!(
                "<style>body {{ margin: 0 }} iframe {{ border: 0; width: 100vw; \
                height: 100vh; display: block }}</style><iframe src='{inner}' title=All></iframe>"
            );
            let tab = kit.agent().opens(&kit.page(whole)).await;
            let frame = reference(kit, tab, "iframe \"All\"").await;
            let reply = scroll(kit, tab, json!({})).await;
            assert_eq!((&reply.is_ok()["scrollY"], &reply["target"]), (&json!(500), &json!(frame)));
        }
    });
}
