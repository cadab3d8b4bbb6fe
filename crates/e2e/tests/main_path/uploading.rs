//! Files for a page through its file inputs (*POST /api/upload-file*, `browser_file_upload`).

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kitsune_e2e::{Kit, Mcp, Origin, TabId, ToolReply, Value, eventually, json, run};
use tempfile::TempDir;

/// Shows what its inputs were given, with the first bytes of each file.
const SHOWS: &str = "<ul id=got></ul><script>\
    window.events = [];\
    async function show(e) { events.push(e.type + (e.isTrusted ? ' real' : ''));\
      if (e.type !== 'change') return;\
      for (const f of e.target.files) { const li = document.createElement('li');\
        li.textContent = `${f.name} ${f.size} ${f.type} ${f instanceof File} ` + (await f.slice(0, 20).text());\
        got.append(li); } }\
    function hears(i) { i.addEventListener('input', show); i.addEventListener('change', show); }\
    for (const i of document.querySelectorAll('input')) hears(i);</script>";

fn page(inputs: &str) -> String {
    format!("{inputs}{SHOWS}")
}

/// A directory with small files.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("notes.txt"), "buy milk").unwrap();
        fs::write(directory.path().join("table.csv"), "a,b\n1,2\n").unwrap();
        Self(directory)
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn big(&self, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join("big.bin");
        fs::write(&path, bytes).unwrap();
        path
    }
}

async fn shown(kit: &Kit<'_>, tab: TabId) -> Value {
    kit.in_page(tab, "[...document.querySelectorAll('#got li')].map(li => li.textContent)").await
}

#[test]
fn a_file_input_gets_a_file_and_the_page_reads_it() {
    run(async |kit| {
        let files = Files::new();
        let tab = kit.agent().opens(&kit.page(page("<input type=file aria-label=Paper>"))).await;
        let body = json!({"tabId": tab, "path": files.path("notes.txt"), "selector": "input"});

        let reply = kit.agent().post("/api/upload-file", body).await;

        let sent = json!([{"name": "notes.txt", "size": 8, "type": "text/plain"}]);
        assert_eq!((&reply.is_ok()["mode"], &reply["files"]), (&json!("input"), &sent), "{reply}");
        let facts = [&reply["transport"], &reply["chunks"], &reply["bytes"], &reply["tabId"]];
        assert_eq!(json!(facts), json!(["http", 1, 8, tab]), "{reply}");
        assert!(reply["seconds"].is_number() && reply["held"].is_null(), "{reply}");
        assert_eq!(shown(kit, tab).await, json!(["notes.txt 8 text/plain true buy milk"]));
        assert_eq!(kit.in_page(tab, "events.join()").await, "input,change");
        // The answer shows what came of it.
        assert_eq!(reply["snapshot_delta"], true);
        assert!(reply["snapshot"].as_str().unwrap().contains("notes.txt 8 text/plain"), "{reply}");
        let modified =
            kit.in_page(tab, "document.querySelector('input').files[0].lastModified").await;
        assert!(modified.as_f64().unwrap() > 1.5e12, "{modified}");
    });
}

#[test]
fn several_files_go_to_an_input_that_takes_several_and_an_empty_list_clears_it() {
    run(async |kit| {
        let files = Files::new();
        let tab = kit.agent().opens(&kit.page(page("<input type=file multiple>"))).await;
        let paths = json!([files.path("notes.txt"), files.path("table.csv")]);
        let upload = async |paths| {
            kit.agent().post("/api/upload-file", json!({"tabId": tab, "paths": paths})).await
        };
        let reply = upload(paths.clone()).await;
        assert_eq!(reply.is_ok()["files"].as_array().unwrap().len(), 2, "{reply}");
        assert_eq!(shown(kit, tab).await[1], "table.csv 8 text/csv true a,b\n1,2\n");

        let reply = upload(json!([])).await;
        assert_eq!(reply.is_ok()["files"], json!([]), "{reply}");
        assert_eq!(kit.in_page(tab, "document.querySelector('input').files.length").await, 0);

        kit.in_page(tab, "document.querySelector('input').multiple = false").await;
        let reply = upload(paths).await;
        assert_eq!(reply.is_error("invalid_argument")["state"]["reason"], "too_many", "{reply}");
        assert_eq!(kit.in_page(tab, "events.length").await, 4);
    });
}

#[test]
fn without_a_selector_the_only_input_is_meant_and_several_are_refused_unless_first() {
    run(async |kit| {
        let files = Files::new();
        let inputs =
            "<input id=a type=file hidden><input id=b type=file><input id=c type=file disabled>";
        let tab = kit.agent().opens(&kit.page(page(inputs))).await;
        let upload = async |more: Value| {
            let mut body = json!({"tabId": tab, "path": files.path("notes.txt")});
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            kit.agent().post("/api/upload-file", body).await
        };
        let reply = upload(json!({})).await;
        let state = &reply.is_error("ambiguous_target")["state"];
        assert_eq!(state["matches"], 2, "{reply}");
        assert_eq!(state["candidates"].as_array().unwrap().len(), 2, "{reply}");
        assert_eq!(kit.in_page(tab, "events.length").await, 0);

        upload(json!({"first": true})).await.is_ok();
        assert_eq!(kit.in_page(tab, "[a, b].map(i => i.files.length).join()").await, "1,0");
        let reference = &reply["state"]["candidates"][1]["ref"];
        upload(json!({"ref": reference})).await.is_ok();
        assert_eq!(kit.in_page(tab, "b.files.length").await, 1);

        let reply = upload(json!({"selector": "#c"})).await;
        assert_eq!(reply.is_error("not_fillable")["state"]["reason"], "disabled", "{reply}");
        kit.in_page(tab, "(a.remove(), b.remove(), c.remove())").await;
        upload(json!({})).await.is_error("not_found");
    });
}

#[test]
fn what_cannot_be_sent_is_refused_before_the_page_notices() {
    run(async |kit| {
        let files = Files::new();
        let tab = kit.agent().opens(&kit.page(page("<input type=file><p id=p>Text</p>"))).await;
        for (body, code, reason) in [
            (json!({"path": files.path("none.txt")}), "invalid_argument", "missing"),
            (json!({"path": files.0.path()}), "invalid_argument", "not_a_file"),
            (json!({"path": "notes.txt"}), "invalid_argument", "not_absolute"),
            (
                json!({"path": files.path("notes.txt"), "selector": "#p", "mode": "input"}),
                "not_fillable",
                "no_field",
            ),
        ] {
            let mut body = body;
            body["tabId"] = json!(tab);
            let reply = kit.agent().post("/api/upload-file", body.clone()).await;
            assert_eq!(reply.is_error(code)["state"]["reason"], reason, "{body}\n{reply}");
        }
        assert_eq!(kit.in_page(tab, "events.length").await, 0);
    });
}

#[test]
fn an_input_is_found_behind_its_label_in_shadow_roots_and_in_frames() {
    run(async |kit| {
        let files = Files::new();
        let frame = kit.page_on(Origin::Other, page("<input type=file aria-label=Framed>"));
        let html = page(&format!(
            "<label id=label><span>Add</span><input type=file hidden></label>\
             <div id=area><input type=file style='display:none'></div><div id=host></div>\
             <iframe src='{frame}' width=400 height=200></iframe>"
        )) + "<script>const root = host.attachShadow({mode: 'closed'});\
            root.innerHTML = '<input type=file>'; hears(root.firstChild);</script>";
        let tab = kit.agent().opens(&kit.page(html)).await;
        for selector in ["#label", "#label span", "#area", "#host"] {
            let body = json!({"tabId": tab, "path": files.path("notes.txt"), "selector": selector});
            let reply = kit.agent().post("/api/upload-file", body).await;
            assert_eq!(reply.is_ok()["mode"], "input", "{selector}\n{reply}");
        }
        assert_eq!(shown(kit, tab).await.as_array().unwrap().len(), 4);

        let snapshot = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
        let text = snapshot.is_ok()["snapshot"].as_str().unwrap();
        let line =
            text.lines().find(|line| line.contains("Framed")).unwrap_or_else(|| panic!("{text}"));
        let reference = line.split("[ref=").nth(1).unwrap().split(']').next().unwrap();
        let body = json!({"tabId": tab, "path": files.path("notes.txt"), "ref": reference});
        kit.agent().post("/api/upload-file", body).await.is_ok();
        let got = kit.in_frame(tab, &frame, "got.textContent").await;
        assert_eq!(got, "notes.txt 8 text/plain true buy milk");
    });
}

#[test]
fn the_answer_says_what_the_input_holds_afterwards() {
    run(async |kit| {
        let files = Files::new();
        let html = page("<input type=file accept='image/*, .pdf'>")
            + "<script>document.querySelector('input').addEventListener('change', e => e.target.value = '')</script>";
        let tab = kit.agent().opens(&kit.page(html)).await;
        let body = json!({"tabId": tab, "path": files.path("notes.txt")});
        let reply = kit.agent().post("/api/upload-file", body).await;
        assert_eq!(
            (&reply.is_ok()["held"], &reply["files"][0]["name"]),
            (&json!([]), &json!("notes.txt"))
        );
        assert!(reply["note"].as_str().unwrap().contains("proposes only image/*"), "{reply}");
    });
}

#[test]
fn a_big_file_travels_whole_and_an_outcome_is_looked_for() {
    run(async |kit| {
        let files = Files::new();
        let bytes: Vec<u8> = (0..30_000_000_u32).map(|number| (number % 251) as u8).collect();
        let path = files.big(&bytes);
        let html = "<input type=file><p id=p></p><script>\
            document.querySelector('input').onchange = async e => {\
              const b = new Uint8Array(await e.target.files[0].arrayBuffer());\
              let wrong = 0; for (let i = 0; i < b.length; i++) if (b[i] !== i % 251) wrong++;\
              p.textContent = `${b.length} bytes, ${wrong} wrong`; }</script>";
        let tab = kit.agent().opens(&kit.page(html)).await;
        let expect = json!({"text": "30000000 bytes, 0 wrong", "timeout": 20_000});
        let body = json!({"tabId": tab, "path": path, "expect": expect});
        let reply = kit.agent().post("/api/upload-file", body).await;
        assert_eq!(reply.is_ok()["bytes"], 30_000_000, "{reply}");
        assert_eq!(reply["chunks"], 77, "{reply}");
        assert_eq!(reply["outcome"]["met"], true, "{reply}");
    });
}

#[test]
fn an_upload_on_the_users_tab_is_refused() {
    run(async |kit| {
        let files = Files::new();
        let person = kit.person().await;
        let tab = person.opens(&kit.page(page("<input type=file>"))).await;
        let body = json!({"tabId": tab, "path": files.path("notes.txt")});
        let reply = kit.agent().post("/api/upload-file", body).await;
        assert_eq!(
            reply.is_error("user_tab_read_only")["state"]["action"],
            "uploadFile",
            "{reply}"
        );
        assert_eq!(kit.in_page(tab, "events.length").await, 0);
    });
}

/// A button for a hidden input, a label, and a button whose input exists only once it is clicked.
const BUTTONS: &str = "<button id=one onclick='hidden1.click()'>One</button>\
    <input id=hidden1 type=file style='display:none'>\
    <label for=bare>Two</label><input id=bare type=file aria-label=Bare>\
    <button id=three>Three</button><script>three.onclick = () => {\
      const i = document.createElement('input'); i.type = 'file'; hears(i);\
      i.addEventListener('click', e => events.push('clicked ' + e.defaultPrevented)); i.click(); }</script>";

/// Opens a page in the client's only tab.
pub async fn opens(kit: &Kit<'_>, client: &Mcp, url: &str) -> TabId {
    client.call("browser_tabs", json!({"action": "new", "url": url})).await.is_ok();
    let mine = kit.agent().post("/api/tabs", json!({"mine": true})).await;
    mine.is_ok()["tabs"][0]["id"].as_u64().and_then(TabId::new).unwrap()
}

async fn upload(client: &Mcp, path: &Path) -> ToolReply {
    client.call("browser_file_upload", json!({"paths": [path]})).await
}

#[test]
fn files_go_to_the_input_that_was_clicked_last_whether_or_not_the_page_has_it() {
    run(async |kit| {
        let files = Files::new();
        let html = page("").replace("<ul", &format!("{BUTTONS}<ul"));
        let client = kit.mcp().await;
        let tab = opens(kit, &client, &kit.page(html)).await;
        for (number, selector) in ["#one", "label", "#three", "#bare"].iter().enumerate() {
            let clicked = client.call("browser_click", json!({"target": selector})).await;
            let note = clicked.is_ok()["note"].as_str().unwrap_or_default().to_owned();
            assert!(note.contains("file picker was kept closed"), "{selector}: {clicked}");
            let name = format!("{number}.txt");
            fs::write(files.path(&name), selector).unwrap();
            let reply = upload(&client, Path::new(&files.path(&name))).await;
            assert_eq!(reply.is_ok()["files"][0]["name"], json!(name), "{selector}\n{reply}");
        }
        let got = json!([
            "0.txt 4 text/plain true #one",
            "1.txt 5 text/plain true label",
            "2.txt 6 text/plain true #three",
            "3.txt 5 text/plain true #bare"
        ]);
        assert_eq!(shown(kit, tab).await, got);
        assert_eq!(
            kit.in_page(tab, "events.filter(e => e.startsWith('clicked')).join()").await,
            "clicked false"
        );
    });
}

#[test]
fn no_paths_are_a_cancelled_chooser_and_nothing_is_sent() {
    run(async |kit| {
        let client = kit.mcp().await;
        let tab = opens(kit, &client, &kit.page(page("<input type=file>"))).await;
        for arguments in [json!({}), json!({"paths": []})] {
            let reply = client.call("browser_file_upload", arguments).await;
            assert_eq!(reply.is_ok().json, json!({"ok": true, "cancelled": true}));
        }
        assert_eq!(kit.in_page(tab, "events.length").await, 0);
    });
}

#[test]
fn a_frame_that_asks_for_a_file_gets_it() {
    run(async |kit| {
        let files = Files::new();
        let client = kit.mcp().await;
        let asks = page("").replace("<ul", &format!("{BUTTONS}<ul"));
        for origin in [Origin::Other, Origin::Own] {
            let frame = kit.page_on(origin, asks.as_str());
            let html = format!("<iframe src='{frame}' width=400 height=300></iframe>{SHOWS}");
            let tab = opens(kit, &client, &kit.page(html)).await;
            let snapshot = kit.agent().post("/api/snapshot", json!({"tabId": tab})).await;
            let text = snapshot.is_ok()["snapshot"].as_str().unwrap();
            let line = text
                .lines()
                .find(|line| line.contains("Three"))
                .unwrap_or_else(|| panic!("{text}"));
            let reference = line.split("[ref=").nth(1).unwrap().split(']').next().unwrap();
            client.call("browser_click", json!({"target": reference})).await.is_ok();
            let reply = upload(&client, Path::new(&files.path("notes.txt"))).await;
            assert_eq!(reply.is_ok()["files"][0]["name"], "notes.txt", "{origin:?} {reply}");
            let got = kit.in_frame(tab, &frame, "got.textContent").await;
            assert_eq!(got, "notes.txt 8 text/plain true buy milk", "{origin:?}");
        }
    });
}

#[test]
fn an_input_that_the_page_has_replaced_gets_nothing() {
    run(async |kit| {
        let files = Files::new();
        let html = page("<div id=box><input id=i type=file></div>");
        let client = kit.mcp().await;
        let tab = opens(kit, &client, &kit.page(html)).await;
        client.call("browser_click", json!({"target": "#i"})).await.is_ok();
        kit.in_page(tab, "(box.innerHTML = '<input id=j type=file>', hears(j))").await;
        upload(&client, Path::new(&files.path("notes.txt"))).await.is_ok();
        assert_eq!(kit.in_page(tab, "j.files.length").await, 1);
    });
}

/// Says whether the chooser of an input was kept closed, and keeps it closed otherwise.
const CHOOSER: &str = "<button id=go>Choose</button><input id=i type=file hidden><script>var log = [];\
    go.onclick = () => i.click();\
    window.addEventListener('click', e => { if (e.target !== i) return;\
      log.push(e.defaultPrevented); e.preventDefault(); });</script>";

#[test]
fn only_an_agents_click_keeps_the_file_picker_closed() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = kit.agent().opens(&kit.page(CHOOSER)).await;
        let body = json!({"tabId": tab, "selector": "#go"});
        kit.agent().post("/api/click", body).await.is_ok().mentions("note", "file picker");
        assert_eq!(kit.in_page(tab, "log.join()").await, "true");
        person.looks_at(tab).await;
        person.clicks(tab, "#go").await;
        eventually("the person's click reaches the input", Duration::from_secs(5), async || {
            kit.in_page(tab, "log.join()").await == "true,false"
        })
        .await;
    });
}

#[test]
fn a_page_that_asks_a_while_after_the_click_asks_for_the_agent_too() {
    run(async |kit| {
        let files = Files::new();
        let client = kit.mcp().await;
        let html = page("").replace(
            "<ul",
            "<button id=go>Choose</button><script>go.onclick = async () => {\
               await fetch('/slow?ms=100'); const i = document.createElement('input'); i.type = 'file';\
               hears(i); window.asked = true; i.showPicker(); events.push('went on') }</script><ul",
        );
        let tab = opens(kit, &client, &kit.page(html)).await;
        client.call("browser_click", json!({"target": "#go"})).await.is_ok();
        eventually("the page asks", Duration::from_secs(5), async || {
            kit.in_page(tab, "window.asked === true").await == true
        })
        .await;
        upload(&client, Path::new(&files.path("notes.txt"))).await.is_ok();
        assert_eq!(kit.in_page(tab, "events.join()").await, "went on,input,change");
    });
}

#[test]
fn a_form_that_the_page_sends_with_the_file_carries_its_bytes() {
    run(async |kit| {
        let files = Files::new();
        let form = "<form method=post enctype=multipart/form-data action=/taken>\
            <input type=file name=paper onchange='this.form.submit()'></form>";
        let tab = kit.agent().opens(&kit.page(form)).await;
        let body = json!({"tabId": tab, "path": files.path("notes.txt")});
        let reply = kit.agent().post("/api/upload-file", body).await;
        assert!(reply.is_ok()["navigated"]["url"].as_str().unwrap().ends_with("/taken"), "{reply}");
        let sent = kit.received().into_iter().find(|got| got.path == "/taken").unwrap();
        assert!(sent.body.contains("filename=\"notes.txt\""), "{}", sent.body);
        assert!(
            sent.body.contains("text/plain") && sent.body.contains("buy milk"),
            "{}",
            sent.body
        );
    });
}

#[test]
fn an_input_for_a_directory_gets_files_and_the_answer_says_what_they_lack() {
    run(async |kit| {
        let files = Files::new();
        let tab = kit.agent().opens(&kit.page(page("<input type=file webkitdirectory>"))).await;
        let paths = json!([files.path("notes.txt"), files.path("table.csv")]);
        let body = json!({"tabId": tab, "paths": paths});
        let reply = kit.agent().post("/api/upload-file", body).await;
        reply.is_ok().mentions("note", "asks for a directory");
        assert_eq!(shown(kit, tab).await.as_array().unwrap().len(), 2, "{reply}");
    });
}
