//! A developer's extension that was edited and not reloaded is told (*Stale developer builds*).

use std::fs;
use std::path::PathBuf;

use kitsune_e2e::{Kit, Value, json, run};
use zip::ZipArchive;

/// Unpacks the extension that the browser has loaded to where the bridge looks for a developer's.
fn unpack(kit: &Kit<'_>) {
    let package = "profile/extensions/kitsune@kitsune.browser.xpi";
    let package = fs::File::open(kit.stage().directory().join(package)).unwrap();
    ZipArchive::new(package).unwrap().extract(kit.stage().extension_directory()).unwrap();
}

async fn diagnosis(kit: &Kit<'_>) -> Value {
    kit.agent().get("/api/status").await["diagnosis"].clone()
}

/// A file whose text is put back when this is dropped.
struct Edited(PathBuf, String);

impl Edited {
    fn file(path: PathBuf, change: impl Fn(&str) -> String) -> Self {
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, change(&text)).unwrap();
        Self(path, text)
    }
}

impl Drop for Edited {
    fn drop(&mut self) {
        // Without the directory there is nothing to put back.
        let _ = fs::write(&self.0, &self.1);
    }
}

#[test]
fn a_developer_build_that_was_edited_and_not_reloaded_is_stale() {
    run(async |kit| {
        // Nobody else may look at the diagnosis meanwhile.
        let _desk = kit.person().await;
        unpack(kit);
        let directory = kit.stage().extension_directory();
        assert_eq!(diagnosis(kit).await, json!({"code": "connected"}));

        for script in ["background.js", "early.js", "content.js"] {
            let edited = Edited::file(directory.join(script), |text| format!("{text}// edited\n"));
            let told = diagnosis(kit).await;
            assert_eq!(told["code"], "extension_version_mismatch", "{script}");
            let state = &told["state"];
            assert_eq!(state["reason"], "stale_developer_build");
            let hash = |field: &str| state[field].as_str().filter(|hash| hash.len() == 16);
            assert_ne!(hash("extensionSourceHash").unwrap(), hash("expectedSourceHash").unwrap());
            assert!(state["expectedManifestHash"].is_null(), "{told}");
            assert!(told["hint"].as_str().is_some_and(|hint| hint.contains("about:debugging")));
            // Tools that the loaded build knows still run.
            kit.agent().get("/api/tabs").await.is_ok();
            drop(edited);
            assert_eq!(diagnosis(kit).await, json!({"code": "connected"}), "{script}");
        }

        let manifest = Edited::file(directory.join("manifest.json"), |text| format!("{text}\n"));
        let state = diagnosis(kit).await["state"].clone();
        assert!(state["expectedManifestHash"].is_string(), "{state}");
        assert!(state["expectedSourceHash"].is_null(), "{state}");
        drop(manifest);

        // What is loaded by nobody does not count, and what cannot be read is not compared.
        let _page = Edited::file(directory.join("popup/popup.html"), |_| String::new());
        assert_eq!(diagnosis(kit).await, json!({"code": "connected"}));
        let _missing = Edited::file(directory.join("background.js"), |text| text.to_owned());
        fs::remove_file(directory.join("background.js")).unwrap();
        assert_eq!(diagnosis(kit).await, json!({"code": "connected"}));
        fs::remove_dir_all(&directory).unwrap();
    });
}
