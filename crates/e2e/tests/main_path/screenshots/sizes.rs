//! Images that would be too large: for the browser, or for a model.

use kitsune_e2e::{Value, json, run};

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

#[test]
fn an_absurd_box_gives_an_image_within_the_limits_or_says_why_there_is_none() {
    run(async |kit| {
        let page = "<body style='margin:0'>\
            <div id=flat style='width:100px;height:0'></div>\
            <div id=thin style='width:0.2px;height:0.2px;background:red'></div>\
            <div id=odd style='transform:matrix3d(1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,0)'>Odd</div>\
            <div id=wide style='position:absolute;top:0;width:1e9px;height:1px;background:red'></div>\
            <div id=tall style='position:absolute;top:0;width:1px;height:1e9px;background:red'></div>\
            <div id=far style='position:absolute;left:-1e9px;top:-1e9px;width:9px;height:9px'></div>\
            <div id=huge style='width:10px;height:10px;transform:scale(1e30)'></div>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for id in ["#flat", "#thin", "#odd", "#wide", "#tall", "#far", "#huge", "html"] {
            // All that the browser can draw of this one takes it a gigabyte.
            let whole = (id != "#huge").then_some([(1, false), (4, false)]);
            for (scale, preview) in whole.into_iter().flatten().chain([(4, true)]) {
                let body = json!({"tabId": tab, "selector": id, "scale": scale,
                    "imagePreview": preview});
                let reply = kit.agent().post("/api/element-screenshot", body).await;
                if !reply["error"].is_null() {
                    reply.is_error("screenshot_failed");
                    assert!(reply["hint"].is_string(), "{id}: {reply}");
                    continue;
                }
                // So far out the browser does not tell one pixel from the next.
                let side = if preview { 2_000 } else { 32_768 };
                let url = reply["dataUrl"].as_str().unwrap();
                let (width, height) = match url.starts_with("data:image/png") {
                    true => Image::of(&reply).size(),
                    false => jpeg_size(&bytes(&reply, "data:image/jpeg;base64,")),
                };
                assert!(width >= 1 && height >= 1, "{id}: {reply}");
                assert!(width.max(height) <= side, "{id}: {width}×{height}");
            }
        }
        let thin = json!({"tabId": tab, "selector": "#thin"});
        let thin = kit.agent().post("/api/element-screenshot", thin).await;
        assert_eq!(Image::of(&thin).size(), (1, 1), "a part of a pixel is one: {thin}");
        assert_eq!(kit.in_page(tab, "[scrollX, scrollY]").await, json!([0, 0]));
    });
}

#[test]
fn every_capture_is_a_png_unless_a_jpeg_is_asked_for() {
    run(async |kit| {
        let page = "<body style='margin:0;background:red'><div id=box style='height:3000px'>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        for path in ["/api/screenshot", "/api/element-screenshot", "/api/full-page-screenshot"] {
            let ask = async |format: Value, preview: bool| {
                let mut body = json!({"tabId": tab, "imagePreview": preview});
                if path == "/api/element-screenshot" {
                    body["selector"] = json!("#box");
                }
                if !format.is_null() {
                    body["format"] = format;
                }
                kit.agent().post(path, body).await
            };
            let png = Image::of(&ask(json!(null), false).await).size();
            assert_eq!(Image::of(&ask(json!("png"), false).await).size(), png, "{path}");
            let jpeg = ask(json!("jpeg"), false).await;
            assert_eq!(jpeg_size(&bytes(&jpeg, "data:image/jpeg;base64,")), png, "{path}");
            let preview = ask(json!("jpeg"), true).await;
            let (width, height) = jpeg_size(&bytes(&preview, "data:image/jpeg;base64,"));
            assert!(width.max(height) <= 2_000, "{path}: {width}×{height}");
            for wrong in ["webp", "gif", "PNG", ""] {
                let reply = ask(json!(wrong), false).await;
                reply.has_status(400).is_error("invalid_argument");
            }
        }
    });
}

#[test]
fn the_tools_image_is_as_it_was_asked_for() {
    run(async |kit| {
        let mcp = kit.mcp().await;
        let page = "<body style='margin:0;background:blue'>\
            <div id=box style='width:60px;height:30px;background:green'></div>";
        mcp.call("browser_tabs", json!({"action": "new", "url": kit.page(page)})).await.is_ok();
        let shot = async |arguments| mcp.call("browser_take_screenshot", arguments).await;
        let element = shot(json!({"target": "#box", "element": "the box", "scale": "css"})).await;
        let image = Image::read(element.is_ok().image.as_deref().unwrap());
        assert_eq!((image.size(), image.is_all(GREEN)), ((60, 30), true), "{element}");
        assert!(element["hint"].is_null() && element["scale"] == 1, "{element}");
        let jpeg = shot(json!({"type": "jpeg", "scale": "css"})).await;
        let (width, height) = jpeg_size(jpeg.is_ok().image.as_deref().unwrap());
        assert_eq!(json!([width, height]), json!([jpeg["width"], jpeg["height"]]), "{jpeg}");
        let device = shot(json!({"scale": "device"})).await;
        device.is_ok().mentions("One pixel per CSS pixel");
        let missing = shot(json!({"target": "#none", "scale": "css"})).await;
        missing.is_error("not_found");
        assert!(missing.image.is_none(), "{missing}");
        let wrong = shot(json!({"target": "a:near(b)", "scale": "css"})).await;
        wrong.is_error("unsupported_selector");
        assert_eq!(wrong["retryable"], false, "{wrong}");
    });
}
