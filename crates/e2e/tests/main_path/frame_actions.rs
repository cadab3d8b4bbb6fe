//! What may be done to elements inside frames of other origins, besides clicks (*Frames*).

use kitsune_e2e::{Origin, json, run};

use super::frames::{first_ref, frame, page_around, snapshot, text};

#[test]
fn a_form_may_have_fields_of_the_page_and_of_several_frames() {
    run(async |kit| {
        let inner = |name: &str| {
            let html = format!("<label>{name} <input></label>");
            frame(&kit.page_on(Origin::Other, html))
        };
        let page = format!("<label>Mail <input></label>{}{}", inner("Card"), inner("Code"));
        let tab = kit.agent().opens(&kit.page(page)).await;
        let before = snapshot(kit, tab).await;
        let field = |name: &str, value: &str| {
            let target = first_ref(&before, &format!("textbox \"{name}\""));
            json!({"name": name, "target": target, "type": "textbox", "value": value})
        };
        let fields = [field("Mail", "a@b.c"), field("Card", "4111"), field("Code", "007")];
        let body = json!({"tabId": tab, "fields": fields});
        let reply = kit.agent().post("/api/form-fill", body).await;
        assert_eq!(reply.is_ok()["filled"], json!(["Mail", "Card", "Code"]), "{reply}");
        for value in ["a@b.c", "4111", "007"] {
            reply.mentions(
                "snapshot",
                &format!("value={}", if value == "a@b.c" { "\"a@b.c\"" } else { value }),
            );
        }
        let page = snapshot(kit, tab).await;
        for value in ["a@b.c", "4111", "007"] {
            assert!(text(&page).contains(value), "{value}\n{page}");
        }
    });
}

#[test]
fn a_form_with_a_ref_of_a_frame_that_is_gone_fills_nothing() {
    run(async |kit| {
        let inner = kit.page_on(Origin::Other, "<label>Card <input></label>");
        let page = format!("<label>Mail <input id=mail></label>{}", frame(&inner));
        let tab = kit.agent().opens(&kit.page(page)).await;
        let before = snapshot(kit, tab).await;
        kit.in_page(tab, "document.querySelector('iframe').remove()").await;
        let field = |name: &str| {
            let target = first_ref(&before, &format!("textbox \"{name}\""));
            json!({"name": name, "target": target, "type": "textbox", "value": "x"})
        };
        let body = json!({"tabId": tab, "fields": [field("Mail"), field("Card")]});
        let reply = kit.agent().post("/api/form-fill", body).await;
        reply.is_error("stale_ref");
        assert_eq!(kit.in_page(tab, "mail.value").await, "");
    });
}

#[test]
fn a_screenshot_of_an_element_inside_a_frame_shows_that_element() {
    run(async |kit| {
        let inner = "<body style='margin:0;background:white'><div style='height:20px'></div>\
            <button style='display:block;width:60px;height:40px;border:0;background:#0000ff'\
            aria-label=Blue></button><div style='height:2000px'>";
        let url = kit.page_on(Origin::Other, inner);
        let page = format!(
            "<div style='height:300px;background:red'></div>\
             <iframe src='{url}' style='padding:7px;border:3px solid'></iframe>\
             <div style='height:3000px'></div>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        kit.in_page(tab, "scrollTo(0, 50)").await;
        let before = snapshot(kit, tab).await;
        let body = json!({"tabId": tab, "ref": first_ref(&before, "Blue")});
        let reply = kit.agent().post("/api/element-screenshot", body).await;
        assert_eq!(reply.is_ok()["width"], 60, "{reply}");
        assert_eq!(reply["height"], 40, "{reply}");
        let colors = format!(
            "(async () => {{ const image = new Image(); image.src = {}; await image.decode();\
             const canvas = new OffscreenCanvas(image.width, image.height);\
             const context = canvas.getContext('2d'); context.drawImage(image, 0, 0);\
             const {{width, height}} = image; const at = (x, y) =>\
             [...context.getImageData(x, y, 1, 1).data].slice(0, 3).join();\
             return [at(1, 1), at(width - 2, height - 2)]; }})()",
            reply["dataUrl"]
        );
        assert_eq!(kit.in_page(tab, &colors).await, json!(["0,0,255", "0,0,255"]));
    });
}

#[test]
fn boxes_inside_a_frame_are_in_the_top_viewport() {
    run(async |kit| {
        let inner = "<body style='margin:0'><button style='position:absolute;left:5px;top:6px;\
            width:70px;height:30px'>Pay</button>";
        let url = kit.page_on(Origin::Other, inner);
        let page = format!(
            "<body style='margin:0'><iframe src='{url}' style='position:absolute;left:100px;\
             top:200px;border:2px solid;padding:3px'></iframe>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let body = json!({"tabId": tab, "boxes": true});
        let reply = kit.agent().post("/api/snapshot", body).await;
        reply.is_ok().mentions("snapshot", "[box=110,211,70,30]");
        let body = json!({"tabId": tab, "boxes": true, "ref": first_ref(&reply, "Pay")});
        let scoped = kit.agent().post("/api/snapshot", body).await;
        scoped.is_ok().mentions("snapshot", "[box=110,211,70,30]");
    });
}

#[test]
fn a_snapshot_can_be_scoped_to_a_part_of_a_frame() {
    run(async |kit| {
        let inner =
            "<main><h2>Pay</h2><a href=/help>Help</a></main><footer><h2>Below</h2></footer>";
        let tab = page_around(kit, &[inner]).await;
        let page = snapshot(kit, tab).await;
        let body = json!({"tabId": tab, "ref": first_ref(&page, "main")});
        let reply = kit.agent().post("/api/snapshot", body).await;
        assert!(text(reply.is_ok()).starts_with("- main"), "{reply}");
        for part in ["Shop", "Below", "iframe"] {
            assert!(!text(&reply).contains(part), "{part}\n{reply}");
        }
        // The links are those of another site, and the page is still the tab's.
        let help = kit.url_on(Origin::Other, "/help");
        reply.mentions("snapshot", &format!("- /url: \"{help}\""));
        assert_eq!((&reply["url"], &reply["title"]), (&page["url"], &page["title"]));
    });
}

#[test]
fn a_limited_depth_counts_through_frames() {
    run(async |kit| {
        let inner = "<h2>Near</h2><div><div><h2>Far</h2></div></div>";
        let page = format!("<h1>Shop</h1>{}", frame(&kit.page_on(Origin::Other, inner)));
        let tab = kit.agent().opens(&kit.page(page)).await;
        let shown = async |depth: u32| {
            let body = json!({"tabId": tab, "maxDepth": depth});
            let reply = kit.agent().post("/api/snapshot", body).await;
            (text(reply.is_ok()).contains("Near"), text(&reply).contains("Far"))
        };
        // The frame is 1 below the page's body, its own body 2, the heading 3.
        assert_eq!(shown(2).await, (false, false));
        assert_eq!(shown(3).await, (true, false));
        assert_eq!(shown(5).await, (true, true));
    });
}

#[test]
fn a_script_gets_the_element_in_its_own_frame() {
    run(async |kit| {
        let tab = page_around(kit, &["<button id=pay>Pay</button>"]).await;
        let page = snapshot(kit, tab).await;
        let reference = first_ref(&page, "button \"Pay");
        let code = "element => element.id + ' ' + (element === document.querySelector('#pay'))";
        let body = json!({"tabId": tab, "ref": reference, "code": code});
        let reply = kit.agent().post("/api/js", body).await;
        assert_eq!(reply.is_ok()["result"], "pay true", "{reply}");
    });
}

#[test]
fn a_key_without_a_target_goes_to_what_has_the_focus_inside_a_frame() {
    run(async |kit| {
        let tab = page_around(kit, &["<label>Card <input id=card></label>"]).await;
        let page = snapshot(kit, tab).await;
        let body = json!({"tabId": tab, "ref": first_ref(&page, "textbox")});
        kit.agent().post("/api/click", body).await.is_ok();
        let key = kit.agent().post("/api/keypress", json!({"tabId": tab, "key": "7"})).await;
        key.is_ok();
        assert_eq!(kit.in_frame(tab, "other-", "card.value").await, "7", "{key}");
    });
}

#[test]
fn a_key_that_an_unread_frame_would_get_says_so() {
    run(async |kit| {
        let tab = page_around(kit, &["<input id=card>"]).await;
        kit.in_page(tab, "document.querySelector('iframe').focus()").await;
        let key = kit.agent().post("/api/keypress", json!({"tabId": tab, "key": "7"})).await;
        assert!(key.is_ok()["effect"].is_null(), "{key}");
        key.mentions("note", "frame");
    });
}
