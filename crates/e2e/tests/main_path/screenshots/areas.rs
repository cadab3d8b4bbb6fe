//! What is on an image: the viewport, one element, or the whole page.

use kitsune_e2e::{json, run};

use super::{BLUE, GREEN, Image, RED, WHITE, bytes, element, jpeg_size};

#[test]
fn a_viewport_shows_what_the_tab_shows() {
    run(async |kit| {
        let page = "<body style='margin:0;background:red'><div style='height:5000px;\
            background:linear-gradient(green 1000px, blue 1000px)'></div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        kit.in_page(tab, "scrollTo(0, 900)").await;
        let reply = kit.agent().post("/api/screenshot", json!({"tabId": tab})).await;
        let image = Image::of(&reply);
        let size = kit.in_page(tab, "[innerWidth, innerHeight]").await;
        assert_eq!(json!([image.width, image.height]), size, "{reply}");
        assert_eq!(json!([reply["width"], reply["height"]]), size, "{reply}");
        assert_eq!((image.at(5, 90), image.at(5, 110)), (GREEN, BLUE));
        assert_eq!(kit.in_page(tab, "scrollY").await, 900);
    });
}

#[test]
fn an_element_is_cropped_to_its_box_at_a_scale_of_1_to_4() {
    run(async |kit| {
        let page = "<body style='margin:0;background:blue'>\
            <div id=box style='margin:50px;width:120px;height:80px;background:red'></div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        for scale in [1, 2, 4] {
            let body = json!({"tabId": tab, "selector": "#box", "scale": scale});
            let reply = agent.post("/api/element-screenshot", body).await;
            let image = Image::of(&reply);
            assert_eq!(image.size(), (120 * scale, 80 * scale), "{reply}");
            assert!(image.is_all(RED));
            let bounds = json!({"x": 50, "y": 50, "width": 120, "height": 80});
            assert_eq!((&reply["bounds"], &reply["complete"]), (&bounds, &json!(true)), "{reply}");
        }
        for scale in [json!(0), json!(0.5), json!(4.5), json!("2")] {
            let body = json!({"tabId": tab, "selector": "#box", "scale": scale});
            agent.post("/api/element-screenshot", body).await.is_error("invalid_argument");
        }
        let body = json!({"tabId": tab, "selector": "#box", "format": "jpeg", "scale": 2});
        let jpeg = agent.post("/api/element-screenshot", body).await;
        assert_eq!(jpeg_size(&bytes(&jpeg, "data:image/jpeg;base64,")), (240, 160));
        let webp = json!({"tabId": tab, "format": "webp"});
        agent.post("/api/screenshot", webp).await.is_error("invalid_argument");
    });
}

#[test]
fn a_zoomed_page_is_captured_at_the_scale_that_was_asked_for() {
    run(async |kit| {
        let person = kit.person().await;
        let page = "<body style='margin:0'><div id=box style='width:90px;height:60px;\
            background:red'></div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        person.zooms(tab, 1.5).await;
        let reply = kit.agent().post("/api/element-screenshot", element(tab, "#box")).await;
        let image = Image::of(&reply);
        assert_eq!(image.size(), (90, 60), "{reply}");
        assert!(image.is_all(RED));
    });
}

#[test]
fn an_element_outside_of_the_viewport_is_captured_without_scrolling() {
    run(async |kit| {
        let page = "<body onscroll='document.title = \"scrolled\"' style='margin:0'>\
            <div style='position:fixed;inset:0 0 auto;height:300px;background:blue'></div>\
            <div style='height:4000px'></div>\
            <div id=box style='width:200px;height:100px;background:green'></div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = kit.agent().post("/api/element-screenshot", element(tab, "#box")).await;
        let image = Image::of(&reply);
        assert_eq!(image.size(), (200, 100), "{reply}");
        assert!(image.is_all(GREEN));
        assert_ne!(kit.in_page(tab, "document.title").await, "scrolled");
    });
}

#[test]
fn an_element_that_is_scrolled_away_comes_into_view_and_all_is_scrolled_back() {
    run(async |kit| {
        let page = "<body style='margin:0'><div id=list style='width:300px;height:200px;\
            overflow:auto;scroll-behavior:smooth'><div style='height:1000px'></div>\
            <div id=box style='width:100px;height:50px;background:red'></div>\
            <div id=tall style='width:100px;height:600px;background:blue'></div></div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        kit.in_page(tab, "list.scrollTo({top: 123, behavior: 'instant'})").await;
        let whole = kit.agent().post("/api/element-screenshot", element(tab, "#box")).await;
        let image = Image::of(&whole);
        assert_eq!((image.size(), image.is_all(RED)), ((100, 50), true), "{whole}");
        assert_eq!(whole["complete"], true);
        // What its container cuts off is not on it, and it says so.
        let cut = kit.agent().post("/api/element-screenshot", element(tab, "#tall")).await;
        let image = Image::of(&cut);
        assert_eq!((image.size(), image.is_all(BLUE)), ((100, 200), true), "{cut}");
        cut.mentions("hint", "100×200 of 100×600");
        assert_eq!(cut["complete"], false);
        assert_eq!(kit.in_page(tab, "list.scrollTop").await, 123);
    });
}

#[test]
fn a_whole_page_is_one_image_with_its_fixed_parts_at_the_top() {
    run(async |kit| {
        let page = "<body style='margin:0'>\
            <div style='position:fixed;top:0;width:100%;height:40px;background:blue'></div>\
            <div style='height:2900px'></div><div style='height:100px;background:red'></div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        kit.in_page(tab, "scrollTo(0, 700)").await;
        let body = json!({"tabId": tab});
        let reply = kit.agent().post("/api/full-page-screenshot", body).await;
        let image = Image::of(&reply);
        assert_eq!(image.height, 3000, "{reply}");
        assert_eq!((image.at(9, 9), image.at(9, 2990)), (BLUE, RED));
        assert_eq!((image.at(9, 50), image.at(9, 710)), (WHITE, WHITE));
        assert!(reply.json.get("complete").is_none(), "{reply}");
        assert_eq!(kit.in_page(tab, "scrollY").await, 700);
    });
}

#[test]
fn a_page_that_is_written_from_the_right_is_whole() {
    run(async |kit| {
        let part = |width: u32, colour: &str| {
            format!("<div style='width:{width}px;height:99px;background:{colour}'></div>")
        };
        let parts = [part(100, "red"), part(2800, "white"), part(100, "blue")].concat();
        let line = "<div style='display:flex;width:3000px'>";
        for page in [
            format!("<!doctype html><html dir=rtl><body style='margin:0'>{line}{parts}"),
            format!("<html dir=rtl><body style='margin:0'>{line}{parts}"),
            format!(
                "<!doctype html><html style='writing-mode:vertical-rl'><body style='margin:0'>{parts}"
            ),
        ] {
            let tab = kit.agent().opens(&kit.page(page)).await;
            kit.in_page(tab, "scrollTo(-700, 0)").await;
            let reply = kit.agent().post("/api/full-page-screenshot", json!({"tabId": tab})).await;
            let image = Image::of(&reply);
            assert_eq!((image.width, &reply["width"]), (3000, &json!(3000)), "{}", reply["hint"]);
            assert_eq!((image.at(2, 50), image.at(2998, 50)), (BLUE, RED));
            assert_eq!((image.at(102, 50), image.at(2898, 50)), (WHITE, WHITE));
            assert_eq!(kit.in_page(tab, "scrollX").await, -700);
        }
    });
}

#[test]
fn a_ref_or_any_selector_names_the_element_and_a_wrong_one_is_refused() {
    run(async |kit| {
        let page = "<button style='background:red;border:0;width:90px;height:30px'> </button>\
            <p hidden>Away";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let snapshot = agent.post("/api/snapshot", json!({"tabId": tab})).await;
        let lines = snapshot["snapshot"].as_str().unwrap();
        let reference = lines.split("[ref=").nth(1).unwrap().split(']').next().unwrap();
        for body in [
            json!({"tabId": tab, "ref": reference, "selector": ""}),
            json!({"tabId": tab, "selector": "role=button"}),
        ] {
            let reply = agent.post("/api/element-screenshot", body).await;
            assert_eq!(Image::of(&reply).size(), (90, 30), "{reply}");
        }
        for (selector, code) in [
            ("p", "screenshot_failed"),
            ("#missing", "not_found"),
            ("//button[", "unsupported_selector"),
            (":::", "unsupported_selector"),
        ] {
            agent.post("/api/element-screenshot", element(tab, selector)).await.is_error(code);
        }
        let nothing = json!({"tabId": tab, "selector": ""});
        agent.post("/api/element-screenshot", nothing).await.is_error("not_found");
    });
}
