//! What a failed test leaves: the ends of the logs in its output, and pictures in files.

use std::fs;
use std::thread;

use kitsune_protocol::ids::TabId;

use crate::home::below_target;
use crate::kit::Kit;

/// Lines of a log that are printed.
const LINES: usize = 60;

/// Prints the logs of the programs, and saves a picture of the window and of each of the test's
/// tabs below `target/e2e-failures`.
pub(crate) async fn keep(kit: &Kit<'_>) {
    let stage = kit.stage();
    let printed = |program| (program, stage.printed(program));
    let firefox = ("Firefox", stage.browser_log());
    let logs = [printed("kitsune-bridge"), printed("kitsune"), printed("mcp"), firefox];
    for (program, text) in logs {
        let lines: Vec<_> = text.lines().collect();
        let end = &lines[lines.len().saturating_sub(LINES)..];
        println!("---- end of {program}'s log\n{}", end.join("\n"));
    }
    match kit.browser().extension_errors().await {
        Ok(errors) => println!("---- the extension's errors\n{}", errors.join("\n")),
        Err(error) => println!("---- no list of the extension's errors: {error}"),
    }
    take_picture(kit, None, "window").await;
    for tab in kit.tabs().await {
        println!("---- tab {} {} {:?}", tab.id, tab.url, tab.title);
        take_picture(kit, Some(tab.id), &format!("tab-{}", tab.id)).await;
    }
}

async fn take_picture(kit: &Kit<'_>, tab: Option<TabId>, what: &str) {
    let directory = below_target("e2e-failures");
    let path = directory.join(format!("{}.{what}.png", test_name()));
    let saved = match kit.browser().screenshot(tab).await {
        Ok(png) => fs::create_dir_all(directory).and_then(|()| fs::write(&path, png)),
        Err(error) => return println!("---- no picture of {what}: {error}"),
    };
    match saved {
        Ok(()) => println!("---- picture of {what}: {}", path.display()),
        Err(error) => println!("---- no picture of {what}: {error}"),
    }
}

/// The test program names its threads after the tests.
fn test_name() -> String {
    thread::current().name().unwrap_or("test").replace("::", ".")
}
