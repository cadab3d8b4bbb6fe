//! Files and data dropped on a page (*POST /api/upload-file*, `browser_drop`).

use std::fs;

use kitsune_e2e::{json, run};

use crate::uploading::opens;

/// An area that takes what is dropped on it, as most do.
const AREA: &str = "<div id=area style='width:300px;height:100px'>Drop here</div><p id=p></p><script>\
    var log = [];\
    for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'])\
      document.addEventListener(type, e => log.push(type + ' ' + (e.target.id || e.target.localName)));\
    area.addEventListener('dragover', e => { e.preventDefault(); e.dataTransfer.dropEffect = 'copy' });\
    area.addEventListener('drop', async e => { e.preventDefault(); const t = e.dataTransfer;\
      const types = [...t.types].join(); const data = t.getData('text/plain') + t.getData('text/x-card');\
      const files = [...t.files]; const texts = await Promise.all(files.map(f => f.text()));\
      p.textContent = JSON.stringify([types, data, files.map(f => f.name + ' ' + f.type), texts]) });</script>";

#[test]
fn a_page_takes_dropped_files_and_data_in_one_drop() {
    run(async |kit| {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.json");
        fs::write(&path, "{}").unwrap();
        let client = kit.mcp().await;
        let tab = opens(kit, &client, &kit.page(AREA)).await;
        let data = json!({"text/plain": "hello", "text/x-card": "7"});
        let drop = json!({"target": "#area", "paths": [path], "data": data});

        let reply = client.call("browser_drop", drop).await;

        let files = json!([{"name": "a.json", "size": 2, "type": "application/json"}]);
        assert_eq!((&reply.is_ok()["mode"], &reply["files"]), (&json!("drop"), &files), "{reply}");
        let got = kit.in_page(tab, "p.textContent").await;
        let expected =
            json!(["text/plain,text/x-card,Files", "hello7", ["a.json application/json"], ["{}"]]);
        assert_eq!(
            serde_json::from_str::<kitsune_e2e::Value>(got.as_str().unwrap()).unwrap(),
            expected
        );
        let log = kit.in_page(tab, "log.join(', ')").await;
        assert_eq!(log, "dragenter area, dragover area, dragover area, drop area");
        assert!(reply["snapshot"].as_str().unwrap().contains("a.json"), "{reply}");
    });
}

#[test]
fn a_drop_may_have_data_alone_and_then_no_file_travels() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(AREA)).await;
        let body = json!({"tabId": tab, "selector": "#area", "data": {"text/plain": "hello"}});
        let reply = kit.agent().post("/api/upload-file", body).await;
        assert_eq!(
            (&reply.is_ok()["files"], reply["chunks"].is_null()),
            (&json!([]), true),
            "{reply}"
        );
        let got = kit.in_page(tab, "p.textContent").await;
        assert_eq!(got, r#"["text/plain","hello",[],[]]"#);
    });
}

#[test]
fn a_page_that_does_not_take_the_drop_is_an_error_and_gets_none() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(AREA)).await;
        let drop = async |selector| {
            let body = json!({"tabId": tab, "selector": selector, "mode": "drop", "data": {"text/plain": "x"}});
            kit.agent().post("/api/upload-file", body).await
        };
        let reply = drop("#p").await;
        assert_eq!(reply.is_error("not_supported")["state"]["reason"], "drop_refused", "{reply}");
        kit.in_page(
            tab,
            "area.addEventListener('dragover', e => e.dataTransfer.dropEffect = 'none')",
        )
        .await;
        drop("#area").await.is_error("not_supported");
        let log = kit.in_page(tab, "log.join(', ')").await;
        assert!(!log.as_str().unwrap().contains("drop "), "{log}");
        assert!(log.as_str().unwrap().contains("dragleave area"), "{log}");
    });
}

#[test]
fn what_appears_under_the_drag_takes_the_drop() {
    run(async |kit| {
        let page = "<div id=list style='width:300px;height:100px'>Files</div><p id=p></p><script>\
            document.addEventListener('dragenter', () => { if (window.over) return;\
              window.over = document.createElement('div'); over.style = 'position:fixed;inset:0';\
              document.body.append(over); over.ondragover = e => e.preventDefault();\
              over.ondrop = e => { e.preventDefault(); p.textContent = e.dataTransfer.getData('text/plain') } })</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let body = json!({"tabId": tab, "selector": "#list", "data": {"text/plain": "here"}});
        kit.agent().post("/api/upload-file", body).await.is_ok();
        assert_eq!(kit.in_page(tab, "p.textContent").await, "here");
    });
}

#[test]
fn without_a_selector_a_drop_goes_to_the_body_and_not_to_a_file_input() {
    run(async |kit| {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.txt");
        fs::write(&path, "a").unwrap();
        let page = "<input id=i type=file><script>document.body.ondragover = e => e.preventDefault();\
            document.body.ondrop = e => { e.preventDefault(); window.got = e.target.localName + e.dataTransfer.files[0].name }</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let body = json!({"tabId": tab, "path": path, "mode": "drop"});
        kit.agent().post("/api/upload-file", body).await.is_ok();
        assert_eq!(kit.in_page(tab, "got + i.files.length").await, "bodya.txt0");
    });
}

#[test]
fn a_file_input_takes_what_is_dropped_on_it_by_itself() {
    run(async |kit| {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.txt");
        fs::write(&path, "a").unwrap();
        let page = "<input id=i type=file><script>var log = [];\
            for (const type of ['drop', 'input', 'change']) i.addEventListener(type, e => log.push(type))</script>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let body = json!({"tabId": tab, "path": path, "selector": "#i", "mode": "drop"});
        let reply = kit.agent().post("/api/upload-file", body).await;
        assert_eq!(reply.is_ok()["files"][0]["name"], "a.txt", "{reply}");
        assert_eq!(
            kit.in_page(tab, "log.join() + i.files[0].name").await,
            "drop,input,changea.txt"
        );
    });
}

#[test]
fn files_for_what_is_no_input_and_holds_none_are_dropped_on_it() {
    run(async |kit| {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.txt");
        fs::write(&path, "a").unwrap();
        let tab = kit.agent().opens(&kit.page(AREA)).await;
        let body = json!({"tabId": tab, "path": path, "selector": "#area"});
        let reply = kit.agent().post("/api/upload-file", body).await;
        assert_eq!(reply.is_ok()["mode"], "drop", "{reply}");
        assert_eq!(
            kit.in_page(tab, "p.textContent").await,
            r#"["Files","",["a.txt text/plain"],["a"]]"#
        );
    });
}
