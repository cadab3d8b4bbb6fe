//! Sets the stage of the tests by itself and keeps it: to look at by hand, and for the test that
//! kills it. Prints the stage as one line of JSON, and ends when its standard input does.

use kitsune_e2e::{json, run};

fn main() {
    run(async |kit| {
        let ports = kit.stage().ports();
        let page = kit.page("<h1>A page of the stage</h1>");
        println!(
            "{}",
            json!({
                "http": ports.http, "socket": ports.socket, "debugger": ports.debugger,
                "token": kit.stage().token(), "directory": kit.stage().directory(), "page": page,
            })
        );
        let _ = tokio::io::copy(&mut tokio::io::stdin(), &mut tokio::io::sink()).await;
    });
}
