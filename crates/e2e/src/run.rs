//! Running one test: on the shared stage or on one of its own, and keeping evidence of a failure.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{OnceLock, mpsc};
use std::thread;

use tokio::runtime::{Builder, Handle};

use crate::evidence;
use crate::kit::Kit;
use crate::stage::Stage;

/// Runs a test on the stage that all tests of this program share; the first one sets it.
pub fn run(test: impl AsyncFnOnce(&Kit<'_>)) {
    match shared_stage() {
        Ok(stage) => perform(stage, test),
        Err(error) => panic!("{error}"),
    }
}

/// Runs a test on a stage of its own: for one that stops the bridge, or counts what is there.
pub fn run_apart(test: impl AsyncFnOnce(&Kit<'_>)) {
    match runtime().block_on(Stage::set()) {
        Ok(stage) => perform(&stage, test),
        Err(error) => panic!("{error}"),
    }
}

/// Runs a test on a bridge of its own to which no browser is connected.
pub fn run_without_browser(test: impl AsyncFnOnce(&Kit<'_>)) {
    match runtime().block_on(Stage::set_without_browser()) {
        Ok(stage) => perform(&stage, test),
        Err(error) => panic!("{error}"),
    }
}

fn perform(stage: &Stage, test: impl AsyncFnOnce(&Kit<'_>)) {
    let runtime = runtime();
    let kit = Kit::new(stage);
    let body = || runtime.block_on(test(&kit));
    let Err(panic) = catch_unwind(AssertUnwindSafe(body)) else {
        return runtime.block_on(kit.clear());
    };
    // Whatever fails in here must not hide the test's own failure.
    let aftermath = async {
        evidence::keep(&kit).await;
        kit.clear().await;
    };
    let _ = catch_unwind(AssertUnwindSafe(|| runtime.block_on(aftermath)));
    resume_unwind(panic)
}

fn shared_stage() -> &'static Result<Stage, String> {
    static STAGE: OnceLock<Result<Stage, String>> = OnceLock::new();
    STAGE.get_or_init(|| runtime().block_on(Stage::set()).map_err(|error| error.to_string()))
}

/// The runtime of this program. A thread of its own drives it for as long as the process lives, so
/// what one test has started, such as the fixture server, also serves the next.
fn runtime() -> &'static Handle {
    static RUNTIME: OnceLock<Handle> = OnceLock::new();
    RUNTIME.get_or_init(|| {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let _ = sender.send(Handle::current());
                std::future::pending::<()>().await;
            });
        });
        receiver.recv().expect("the runtime's thread runs")
    })
}
