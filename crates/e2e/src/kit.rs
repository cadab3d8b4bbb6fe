//! What one test has: an owner id, hosts and tabs of its own on a stage that others share.

use kitsune_protocol::ids::TabId;
use serde_json::Value;
use tokio::process::Command;
use tokio::sync::{OnceCell, OwnedMutexGuard};

use crate::agent::Agent;
use crate::browser::{Browser, BrowserTab};
use crate::mcp::Mcp;
use crate::pages::{Origin, Page, Received};
use crate::person::Person;
use crate::programs;
use crate::stage::Stage;

/// The test's own things. All of them are gone when the test ends.
pub struct Kit<'a> {
    stage: &'a Stage,
    name: String,
    browser: Browser,
    /// Held from the first call of [`person`](Self::person) to the end of the test.
    desk: OnceCell<OwnedMutexGuard<()>>,
}

impl<'a> Kit<'a> {
    pub(crate) fn new(stage: &'a Stage) -> Self {
        let name = format!("t{}", stage.next_test());
        let browser = Browser::on_port(stage.ports().debugger);
        Self { stage, name, browser, desk: OnceCell::new() }
    }

    // ---- who acts ----

    /// An agent that talks to the bridge by HTTP.
    pub fn agent(&self) -> Agent {
        self.agent_of(&self.name)
    }

    /// Another agent, with another owner id.
    pub fn other_agent(&self) -> Agent {
        self.agent_of(&self.other_name())
    }

    fn agent_of(&self, owner: &str) -> Agent {
        let token = self.stage.token().expect("the bridge has written its token");
        Agent::new(self.stage.ports().http, &token, owner)
    }

    fn other_name(&self) -> String {
        format!("{}-other", self.name)
    }

    /// An MCP client, with the owner id of [`agent`](Self::agent).
    pub async fn mcp(&self) -> Mcp {
        self.mcp_with(&[]).await
    }

    /// An MCP client whose server has further environment variables.
    pub async fn mcp_with(&self, variables: &[(&str, &str)]) -> Mcp {
        let log = self.stage.log_to("mcp").expect("the stage's directory is there");
        Mcp::start(self.program("kitsune", variables), log).await
    }

    /// The person; waits until no other test needs them.
    pub async fn person(&self) -> Person<'_> {
        self.desk.get_or_init(async || self.stage.desk.clone().lock_owned().await).await;
        Person::new(&self.browser)
    }

    /// A built program, ready to run against this stage's bridge.
    pub fn program(&self, program: &str, variables: &[(&str, &str)]) -> Command {
        let path = programs::find(program).unwrap_or_else(|error| panic!("{error}"));
        let mut command = Command::new(path);
        command
            .env_clear()
            .envs(programs::environment())
            .envs(self.stage.variables())
            .env("KITSUNE_OWNER_ID", &self.name)
            .envs(variables.iter().copied())
            .kill_on_drop(true);
        command
    }

    // ---- pages ----

    /// Serves a page on the test's own origin and returns its address. What does not start with
    /// `<!doctype` is put into a document that counts what happens in it; see [`Self::seen_in`].
    pub fn page(&self, page: impl Into<Page>) -> String {
        self.page_on(Origin::Own, page)
    }

    /// Serves a page on one of the test's origins.
    pub fn page_on(&self, origin: Origin, page: impl Into<Page>) -> String {
        let path = self.stage.pages.add(page.into());
        self.url_on(origin, &path)
    }

    /// An address on the test's own origin: `/fixtures/…`, `/slow?ms=500`, `/status/404`,
    /// `/redirect?to=URL`, `/hang`, or any other path, which shows what was sent to it.
    pub fn url(&self, path: &str) -> String {
        self.url_on(Origin::Own, path)
    }

    /// An address on one of the test's origins.
    pub fn url_on(&self, origin: Origin, path: &str) -> String {
        format!("http://{}:{}{path}", self.host(origin), self.stage.pages.port())
    }

    fn host(&self, origin: Origin) -> String {
        let name = &self.name;
        match origin {
            Origin::Own => format!("{name}.localhost"),
            Origin::Sibling => format!("www.{name}.localhost"),
            Origin::Other => format!("other-{name}.localhost"),
            Origin::Address => "127.0.0.1".to_owned(),
        }
    }

    /// The requests that the fixture server has received on the test's hosts, oldest first.
    pub fn received(&self) -> Vec<Received> {
        let own = self.host(Origin::Own);
        self.stage.pages.received(|request| request.host.ends_with(&own))
    }

    // ---- what is to be seen ----

    /// The value of a JavaScript expression in a tab's page; a promise is awaited.
    pub async fn in_page(&self, tab: TabId, expression: &str) -> Value {
        match self.browser.evaluate(tab, expression).await {
            Ok(value) => value,
            Err(error) => panic!("no value of {expression} in tab {tab}: {error}"),
        }
    }

    /// The value of an expression in the first frame whose address contains `frame`.
    pub async fn in_frame(&self, tab: TabId, frame: &str, expression: &str) -> Value {
        match self.browser.evaluate_in_frame(tab, frame, expression).await {
            Ok(value) => value,
            Err(error) => panic!("no value of {expression} in frame {frame}: {error}"),
        }
    }

    /// What has happened in a page of [`page`](Self::page), oldest first: `click button#pay`, with
    /// ` (real)` after it when the browser says that the person did it.
    pub async fn seen_in(&self, tab: TabId) -> Vec<String> {
        let seen = self.in_page(tab, "seen").await;
        serde_json::from_value(seen).expect("a page of the fixture server")
    }

    /// All tabs on the test's hosts.
    pub async fn tabs(&self) -> Vec<BrowserTab> {
        let own = self.host(Origin::Own);
        let mut tabs = self.browser.tabs().await.unwrap_or_else(|error| panic!("{error}"));
        tabs.retain(|tab| {
            let host = tab.url.split('/').nth(2).and_then(|host| host.split(':').next());
            host.is_some_and(|host| host.ends_with(&own))
        });
        tabs
    }

    /// Firefox, seen from outside of the product.
    pub fn browser(&self) -> &Browser {
        &self.browser
    }

    /// The running programs.
    pub fn stage(&self) -> &Stage {
        self.stage
    }

    /// Closes what the test has opened, so that the next one finds an empty desk. A test that has
    /// stopped the bridge or Firefox has nothing to close there.
    pub(crate) async fn clear(&self) {
        let own = self.host(Origin::Own);
        if let Err(error) = self.browser.close_tabs_on(&own).await {
            println!("the tabs on {own} stay open: {error}");
        }
        for owner in [&self.name, &self.other_name()] {
            if let Err(error) = self.agent_of(owner).closes_its_tabs().await {
                println!("the tabs of {owner} stay open: {error}");
            }
        }
    }
}
