//! Elements inside frames (*Frames*).

use kitsune_e2e::{Origin, json, run};

use super::super::frames::{first_ref, snapshot};
use super::{Image, RED, element};

const INSIDE: &str = "<body style='margin:0'><div style='height:900px'></div>\
    <button style='display:block;width:80px;height:40px;background:red;border:0'> </button>\
    <div style='height:900px'></div>";

#[test]
fn an_element_in_a_frame_of_the_same_origin_comes_into_view() {
    run(async |kit| {
        let page = format!(
            "<div style='height:2000px'></div><iframe src='{}' width=300 height=200 \
             style='margin-left:70px;border:7px solid;padding:5px'></iframe>",
            kit.page(INSIDE)
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = kit.agent().post("/api/element-screenshot", element(tab, "button")).await;
        let image = Image::of(&reply);
        assert_eq!((image.size(), image.is_all(RED)), ((80, 40), true), "{reply}");
        assert_eq!(kit.in_page(tab, "[scrollY, frames[0].scrollY]").await, json!([0, 0]));
    });
}

#[test]
fn an_element_in_a_frame_of_another_origin_comes_into_view() {
    run(async |kit| {
        let page = format!(
            "<div id=list style='height:400px;overflow:auto'><div style='height:2000px'></div>\
             <iframe src='{}' width=300 height=200 \
             style='margin-left:70px;border:7px solid;padding:5px'></iframe></div>",
            kit.page_on(Origin::Other, INSIDE)
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let seen = snapshot(kit, tab).await;
        let body = json!({"tabId": tab, "ref": first_ref(&seen, "button"), "scale": 2});
        let reply = kit.agent().post("/api/element-screenshot", body).await;
        let image = Image::of(&reply);
        assert_eq!((image.size(), image.is_all(RED)), ((160, 80), true), "{reply}");
        assert_eq!(reply["complete"], true);
        assert_eq!(reply["title"], kit.in_page(tab, "document.title").await, "the page's");
        assert_eq!(kit.in_page(tab, "[scrollY, list.scrollTop]").await, json!([0, 0]));
        assert_eq!(kit.in_frame(tab, "other-", "scrollY").await, 0);
    });
}

#[test]
fn what_a_frame_cuts_off_is_not_on_the_image() {
    run(async |kit| {
        let inside = "<body style='margin:0'><button style='display:block;width:200px;\
            height:700px;background:red;border:0'> </button>";
        let frame = kit.page_on(Origin::Other, inside);
        let page = format!("<iframe src='{frame}' width=150 height=100 style='border:0'></iframe>");
        let tab = kit.agent().opens(&kit.page(page)).await;
        let seen = snapshot(kit, tab).await;
        let body = json!({"tabId": tab, "ref": first_ref(&seen, "button")});
        let reply = kit.agent().post("/api/element-screenshot", body).await;
        let image = Image::of(&reply);
        assert!(image.width <= 150 && image.height <= 100, "{reply}");
        assert_eq!(image.at(10, 10), RED);
        assert_eq!(reply["complete"], false);
    });
}
