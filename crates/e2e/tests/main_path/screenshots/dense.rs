//! Captures on a screen with more pixels than CSS pixels, and of zoomed pages: sizes are CSS pixels all the same.

use kitsune_e2e::{json, run_apart};

use super::{Image, RED, bytes, element, jpeg_size};

const PAGE: &str = "<body style='margin:0'><div id=box style='width:50px;height:40px;background:red'></div>\
    <div style='height:3000px'></div>";

#[test]
fn an_image_has_one_pixel_for_a_css_pixel_on_a_dense_screen() {
    run_apart(async |kit| {
        let person = kit.person().await;
        person.sets("layout.css.devPixelsPerPx", json!("2.0")).await;
        let tab = kit.agent().opens(&kit.page(PAGE)).await;
        assert_eq!(kit.in_page(tab, "devicePixelRatio").await, 2);
        let agent = kit.agent();
        let view = kit.in_page(tab, "[innerWidth, innerHeight]").await;
        let shown = agent.post("/api/screenshot", json!({"tabId": tab})).await;
        let image = Image::of(&shown);
        assert_eq!(json!([image.width, image.height]), view, "{}", shown["width"]);
        assert_eq!(json!([shown["width"], shown["height"]]), view);
        let box_of = agent.post("/api/element-screenshot", element(tab, "#box")).await;
        let image = Image::of(&box_of);
        assert!(image.size() == (50, 40) && image.is_all(RED), "{:?}", image.size());
        let whole = agent.post("/api/full-page-screenshot", json!({"tabId": tab})).await;
        assert_eq!(Image::of(&whole).height, 3040);

        // A zoomed page has fewer CSS pixels in view.
        person.zooms(tab, 3.0).await;
        let view = kit.in_page(tab, "[innerWidth, innerHeight]").await;
        let shown = agent.post("/api/screenshot", json!({"tabId": tab})).await;
        assert_eq!(json!([shown["width"], shown["height"]]), view, "{}", shown["scale"]);
        let preview = json!({"tabId": tab, "imagePreview": true, "format": "jpeg"});
        let preview = agent.post("/api/full-page-screenshot", preview).await;
        let (width, height) = jpeg_size(&bytes(&preview, "data:image/jpeg;base64,"));
        assert!(width.max(height) <= 2_000, "{width}x{height}");
    });
}
