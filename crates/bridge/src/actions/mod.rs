//! Each action: its arguments, the command it becomes, and the reply made of the answer.
//!
//! One file per family. Arguments are read whole before anything is sent; every command goes
//! through [`Call::ask`], which keeps the order of its tab or window.

mod arguments;
mod capture;
mod clean;
mod click_and_wait;
mod dialogs;
mod dom;
mod find;
mod form;
mod forms;
mod inspect;
mod leaving;
mod needs_user;
mod outcome;
mod page;
mod page_data;
mod pointer;
mod read;
mod reply;
mod revisit;
mod same_element;
mod screenshot_file;
mod script;
mod scroll;
mod tabs;
mod told;
mod upload;
mod wait;

use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tokio::sync::OnceCell;

use kitsune_protocol::action::Action;
use kitsune_protocol::command::{Answer, Command, Tab};
use kitsune_protocol::{ErrorCode, ErrorReply, TabId, limits};

use crate::admission::Admitted;
use crate::bridge::Bridge;
use crate::expect::Expect;
use crate::lanes::{LaneKey, NoTurn, Turn};
use crate::{redact, shown, status};

/// A reply of an action that ran.
type Reply = Map<String, Value>;

/// How long the bridge waits for the extension unless an action says otherwise.
const PATIENCE: Duration = Duration::from_millis(limits::COMMAND_MS);

/// Runs an admitted request.
pub(crate) async fn run(bridge: &Bridge, admitted: &Admitted) -> Result<Reply, ErrorReply> {
    let call = Call { bridge, admitted, tab_id: OnceCell::new(), in_turn: None };
    forget_texts(bridge, admitted);
    let outcome = match admitted.expect() {
        Some(expect) => run_expecting(&call, expect).await,
        None => run_action(&call).await,
    };
    // A text that was read meanwhile may be of the page as it was.
    forget_texts(bridge, admitted);
    if admitted.is_write() {
        note_page(&call, outcome.as_ref().ok());
    }
    match outcome {
        Ok(reply) => {
            if let Some(Value::String(snapshot)) = reply.get("snapshot") {
                bridge.listed.remember(snapshot);
            }
            Ok(reply)
        }
        Err(error) => {
            let error = same_element::add(&call, error).await;
            // A read duplicates nothing when it is repeated, whatever stopped it.
            Err(if admitted.is_write() { error } else { error.of_a_read() })
        }
    }
}

/// Runs the action once and looks for its outcome (*Action outcomes*). Nobody else's command comes
/// between the moment that is marked and the action.
async fn run_expecting(call: &Call<'_>, expect: &Expect) -> Result<Reply, ErrorReply> {
    let tab_id = call.tab().await?;
    let turn = call.turn(tab_id).await?;
    let acting = call.in_turn(tab_id);
    let before = outcome::before(&acting, tab_id, expect).await?;
    let done = run_action(&acting).await?;
    drop(turn);
    if reply::is_failure(&done) {
        return Ok(done);
    }
    Ok(outcome::add(call, tab_id, expect, &before, done).await)
}

async fn run_action(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    match call.admitted.action() {
        Action::GetTabs => tabs::list(call).await,
        Action::NewTab => tabs::open(call).await,
        Action::CloseTab => tabs::close(call).await,
        Action::Navigate => tabs::navigate(call).await,
        Action::GoBack => tabs::back(call).await,
        Action::GoForward => revisit::forward(call).await,
        Action::ReloadTabBrowser => revisit::reload(call).await,
        Action::ResizeWindow => revisit::resize(call).await,
        Action::GetAccessibilityTree => dom::tree(call).await,
        Action::Find => find::elements(call).await,
        Action::GetFormFields => forms::list(call).await,
        Action::GetPageInfo => page_data::info(call).await,
        Action::GetPageText => page_data::text(call).await,
        Action::GetPageTextFromTab => page_data::text_of_tab(call).await,
        Action::GetLinks => page_data::links(call).await,
        Action::GetImages => page_data::images(call).await,
        Action::GetMeta => page_data::meta(call).await,
        Action::GetStructuredData => page_data::structured(call).await,
        Action::GetIframes => page_data::frames(call).await,
        Action::Query => inspect::query(call).await,
        Action::GetHtml => inspect::html(call).await,
        Action::GetMarkdown => inspect::markdown(call).await,
        Action::GetReadability => inspect::readability(call).await,
        Action::GetBounds => inspect::bounds(call).await,
        Action::GetComputedStyle => inspect::style(call).await,
        Action::ExplainSelector => inspect::explain(call).await,
        Action::FullPageMetrics => inspect::metrics(call).await,
        Action::HandleDialog => dialogs::handle(call).await,
        Action::NeedsUser => needs_user::of_page(call).await,
        Action::Highlight => inspect::show(call).await,
        Action::ClearHighlight => inspect::clear(call).await,
        Action::Snapshot => read::snapshot(call).await,
        Action::WaitForElement => wait::for_element(call).await,
        Action::WaitForNetworkIdle => wait::for_network_idle(call).await,
        Action::WaitForResult => wait::for_result(call).await,
        Action::WaitForText => wait::for_text(call).await,
        Action::WaitForTitle => wait::for_title(call).await,
        Action::WaitForUrl => wait::for_url(call).await,
        Action::ClickAndWaitNavigation => click_and_wait::run(call).await,
        Action::Screenshot | Action::ElementScreenshot | Action::FullPageScreenshot => {
            capture::run(call).await
        }
        Action::ExecuteJs => script::run(call).await,
        Action::UploadFile => upload::run(call).await,
        Action::BlurElement
        | Action::Click
        | Action::DoubleClick
        | Action::Drag
        | Action::FocusElement
        | Action::Hover
        | Action::Media
        | Action::Type
        | Action::Fill
        | Action::FormFill
        | Action::SelectOption
        | Action::CheckBox
        | Action::Keypress
        | Action::Scroll
        | Action::SetEditableContent
        | Action::SubmitForm => page::run(call).await,
    }
}

/// Notes which page a write's answer shows; what an earlier one showed is no more.
fn note_page(call: &Call<'_>, reply: Option<&Reply>) {
    let opened = || TabId::new(reply?.get("tabId")?.as_u64()?);
    let Some(tab_id) = call.tab_id.get().copied().or_else(opened) else { return };
    call.bridge.shown.forget(tab_id);
    if let Some(reply) = reply {
        call.bridge.shown.keep(tab_id, call.shown_to(), call.admitted.action(), reply);
    }
}

/// Forgets the kept texts of pages when the request may change one.
fn forget_texts(bridge: &Bridge, admitted: &Admitted) {
    let scrolls =
        matches!(admitted.action(), Action::ElementScreenshot | Action::FullPageScreenshot);
    if admitted.is_write() || scrolls {
        bridge.cache.clear();
    }
}

/// One request on its way to the browser.
struct Call<'a> {
    bridge: &'a Bridge,
    admitted: &'a Admitted,
    /// The tab, once it is known: what belongs together must not go to two tabs.
    tab_id: OnceCell<TabId>,
    /// The queue whose turn the request has already, for several commands in a row.
    in_turn: Option<LaneKey>,
}

impl Call<'_> {
    /// The tab the request means: the one it names, else the active one.
    async fn tab(&self) -> Result<TabId, ErrorReply> {
        let find = || async {
            match self.admitted.tab_id() {
                Some(tab_id) => Ok(tab_id),
                None => self.active_tab().await.map(|tab| tab.id),
            }
        };
        self.tab_id.get_or_try_init(find).await.copied()
    }

    /// To whom the answer goes.
    fn shown_to(&self) -> shown::Caller {
        let generation = self.bridge.link.peer().map(|peer| peer.generation);
        shown::Caller { owner: self.admitted.caller().owner, generation }
    }

    /// Waits for the turn in a tab's queue; commands of [`Call::in_turn`] run while it is held.
    /// `None` when the request has it already.
    async fn turn(&self, tab_id: TabId) -> Result<Option<Turn>, ErrorReply> {
        let key = LaneKey::Tab(tab_id);
        if self.in_turn == Some(key) {
            return Ok(None);
        }
        let turn = self.bridge.lanes.enter(key, PATIENCE).await;
        turn.map(Some).map_err(|reason| no_turn(key, reason, PATIENCE))
    }

    /// The same request while it has the turn in a tab's queue.
    fn in_turn(&self, tab_id: TabId) -> Self {
        let Self { bridge, admitted, .. } = *self;
        let in_turn = Some(LaneKey::Tab(tab_id));
        Self { bridge, admitted, tab_id: OnceCell::new_with(Some(tab_id)), in_turn }
    }

    async fn active_tab(&self) -> Result<Tab, ErrorReply> {
        match self.ask(None, Command::ActiveTab {}, PATIENCE).await? {
            Answer::Tab { tab } => Ok(tab),
            other => Err(unexpected(&other)),
        }
    }

    /// Sends a command when its turn has come, and waits up to `patience` for both.
    async fn ask(
        &self,
        lane: Option<LaneKey>,
        command: Command,
        patience: Duration,
    ) -> Result<Answer, ErrorReply> {
        let start = Instant::now();
        let _turn = match lane.filter(|key| self.in_turn != Some(*key)) {
            Some(key) => {
                let turn = self.bridge.lanes.enter(key, patience).await;
                Some(turn.map_err(|reason| no_turn(key, reason, patience))?)
            }
            None => None,
        };
        let left = patience.saturating_sub(start.elapsed());
        let answer = self.bridge.link.ask(self.admitted, command, left).await;
        answer
            .map(clean::errors_within)
            .map_err(|error| redact::error(status::explain(self.bridge, error)))
    }

    /// [`Call::ask`] in a tab's queue.
    async fn ask_tab(
        &self,
        tab_id: TabId,
        command: Command,
        patience: Duration,
    ) -> Result<Answer, ErrorReply> {
        self.ask(Some(LaneKey::Tab(tab_id)), command, patience).await
    }
}

fn no_turn(key: LaneKey, reason: NoTurn, patience: Duration) -> ErrorReply {
    let place = match key {
        LaneKey::Tab(tab_id) => format!("tab {tab_id}"),
        LaneKey::Window(_) => "the window".to_owned(),
    };
    let text = match reason {
        NoTurn::Full => format!("Too many commands wait for {place}"),
        NoTurn::Late => {
            format!("Command timed out after {}s behind others on {place}", patience.as_secs())
        }
    };
    ErrorReply::new(ErrorCode::Timeout, text)
        .hint("Nothing was sent. Wait for the earlier commands to end, then try again.")
        .state("timeoutSeconds", patience.as_secs_f64())
}

/// The extension answered something else than was asked: it is of another version.
fn unexpected(answer: &Answer) -> ErrorReply {
    // The answer itself may hold what is on the page; the log gets its kind only.
    let kind = serde_json::to_value(answer).map(|answer| answer["result"].to_string());
    tracing::error!(?kind, "an answer of the wrong kind");
    ErrorReply::new(
        ErrorCode::ExtensionVersionMismatch,
        "The extension answered another question than was asked",
    )
    .hint("Install the extension of the bridge's version and reload open tabs.")
    .after_sending()
}
