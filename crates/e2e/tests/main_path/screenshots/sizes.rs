//! Images that would be too large: for the browser, or for a model.

use kitsune_e2e::{json, run};

use super::{GREEN, Image, bytes, jpeg_size};

/// A page that no encoding makes small.
const NOISE: &str = "<body style='margin:0'><canvas style='display:block'></canvas><script>\
    const canvas = document.querySelector('canvas'); canvas.width = 1200; canvas.height = 3000;\
    const context = canvas.getContext('2d'); const image = context.createImageData(1200, 3000);\
    for (let at = 0; at < image.data.length; at += 65536)\
      crypto.getRandomValues(image.data.subarray(at, at + 65536));\
    for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255;\
    context.putImageData(image, 0, 0);</script>";

#[test]
fn what_the_browser_cannot_hold_is_cut_and_the_answer_says_so() {
    run(async |kit| {
        let page = "<body style='margin:0;width:300px'><div id=wide style='width:300px;\
            height:70000px;background:green'></div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let agent = kit.agent();
        let reply = agent.post("/api/full-page-screenshot", json!({"tabId": tab})).await;
        let image = Image::of(&reply);
        assert_eq!((image.height, &reply["height"]), (32_767, &json!(32_767)));
        assert_eq!((image.at(9, 9), image.at(9, 32_766)), (GREEN, GREEN));
        assert_eq!(reply["complete"], false);
        reply.mentions("hint", "32767 of").mentions("hint", "×70000 CSS pixels");
        let body = json!({"tabId": tab, "selector": "#wide", "scale": 4});
        let reply = agent.post("/api/element-screenshot", body).await;
        let image = Image::of(&reply);
        assert_eq!((image.width, image.height / 4), (1200, 8191), "{}", reply["height"]);
        assert_eq!((&reply["height"], &reply["complete"]), (&json!(8191), &json!(false)));
    });
}

#[test]
fn a_preview_is_under_1_mb_with_no_side_above_2000_pixels() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(NOISE)).await;
        let agent = kit.agent();
        let whole = agent.post("/api/full-page-screenshot", json!({"tabId": tab})).await;
        let image = bytes(&whole, "data:image/png;base64,");
        assert!(image.len() > 4_000_000 && Image::read(&image).height == 3000, "{}", image.len());
        for path in ["/api/screenshot", "/api/full-page-screenshot"] {
            let reply = agent.post(path, json!({"tabId": tab, "imagePreview": true})).await;
            let image = bytes(&reply, "data:image/jpeg;base64,");
            let (width, height) = jpeg_size(&image);
            assert!(image.len() < 1_000_000 && width.max(height) <= 2000, "{width}×{height}");
            let scale = reply["scale"].as_f64().unwrap();
            let expected = reply["height"].as_f64().unwrap() * scale;
            assert!((f64::from(height) - expected).abs() <= 2.0, "{height} is not {expected}");
        }
        // A small image stays as it was asked for.
        let small = agent.opens(&kit.page("<p>Small")).await;
        let reply =
            agent.post("/api/screenshot", json!({"tabId": small, "imagePreview": true})).await;
        assert_eq!((Image::of(&reply).width > 500, &reply["scale"]), (true, &json!(1)));
    });
}

#[test]
fn the_tool_answers_a_preview_and_saves_the_whole_image() {
    run(async |kit| {
        let directory = kit.stage().directory().join("images");
        std::fs::create_dir_all(&directory).unwrap();
        let mcp = kit.mcp_with(&[("KITSUNE_OUTPUT_DIR", directory.to_str().unwrap())]).await;
        let page = "<body style='margin:0;background:green'><div style='height:20000px'></div>";
        mcp.call("browser_tabs", json!({"action": "new", "url": kit.page(page)})).await.is_ok();
        let whole = json!({"fullPage": true, "scale": "css"});
        let inline = mcp.call("browser_take_screenshot", whole).await;
        let image = Image::read(inline.is_ok().image.as_deref().unwrap());
        assert_eq!((image.height, &inline["scale"]), (2000, &json!(0.25)), "{inline}");
        inline.mentions("Drawn at 0.25 of its size, and cut").mentions("Pass filename");
        assert_eq!((&inline["height"], &inline["complete"]), (&json!(8000), &json!(false)));

        let saved = json!({"fullPage": true, "scale": "css", "filename": "whole.png"});
        let saved = mcp.call("browser_take_screenshot", saved).await;
        let path = directory.join("whole.png");
        assert_eq!(saved.is_ok()["saved_to"], json!(path), "{saved}");
        assert_eq!(Image::read(&std::fs::read(path).unwrap()).height, 20_000, "{saved}");
        assert!(saved.image.is_none() && saved["dataUrl"].is_null(), "{saved}");
        let both = json!({"fullPage": true, "target": "body", "scale": "css"});
        mcp.call("browser_take_screenshot", both).await.is_error("invalid_argument");
        let webp = json!({"type": "webp", "scale": "css"});
        mcp.call("browser_take_screenshot", webp).await.is_error("not_supported");
    });
}
