//! A tool as the server sees it: an entry of one list, its types erased.

use std::future::Future;
use std::pin::Pin;

use kitsune_protocol::access::Modes;
use kitsune_protocol::action::{Kind, Lane};
use kitsune_protocol::{Action, Group, Mode, TabId};
use rmcp::model::{Tool as McpTool, ToolAnnotations};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::answer::{Object, ToolResult};
use crate::call::{Call, Caller};
use crate::{arguments, schema};

/// One tool. What an action decides follows from [`Tool::ACTION`]; nothing is said twice.
pub(crate) trait Tool: 'static {
    /// Name on the wire.
    const NAME: &'static str;
    /// A short name for people.
    const TITLE: &'static str;
    /// What it does, for the agent.
    const ABOUT: &'static str;
    /// The group it is published with.
    const GROUP: Group;
    /// What it asks of the browser; `None` when it asks only the bridge.
    const ACTION: Option<Action>;
    /// The modes it is published in.
    const MODES: &'static [Mode] = modes(Self::ACTION);
    /// What clients are told of its effects.
    const HINTS: Hints = Hints::of(Self::ACTION);
    /// Whether a call can be held until the person approves it, and so takes the token of one.
    const APPROVABLE: bool = !Self::HINTS.read_only;
    /// Its arguments.
    type Args: DeserializeOwned + JsonSchema + Send;

    /// The tab that the arguments name, if the tool takes one.
    fn tab(_: &Self::Args) -> Option<TabId> {
        None
    }

    /// Runs it.
    fn run(call: &Call<'_>, args: Self::Args) -> impl Future<Output = ToolResult> + Send;
}

/// What clients are told of a tool's effects.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hints {
    /// It changes nothing.
    pub(crate) read_only: bool,
    /// It may change what cannot be changed back.
    pub(crate) destructive: bool,
    /// Whether a repeat has no further effect, where that is known.
    pub(crate) idempotent: Option<bool>,
}

impl Hints {
    const fn of(action: Option<Action>) -> Self {
        let writes = match action {
            Some(action) => matches!(action.spec().kind, Kind::Write),
            None => false,
        };
        Self { read_only: !writes, destructive: writes, idempotent: None }
    }
}

const fn modes(action: Option<Action>) -> &'static [Mode] {
    match action {
        Some(action) => match action.spec().modes {
            Modes::All => &[Mode::Read, Mode::Draft, Mode::Act],
            Modes::Draft => &[Mode::Draft, Mode::Act],
            Modes::Act => &[Mode::Act],
        },
        None => &[Mode::Read, Mode::Draft, Mode::Act],
    }
}

/// Whether a call without a current tab is refused: closing a tab has its own rule.
const fn needs_tab(action: Option<Action>) -> bool {
    match action {
        Some(Action::CloseTab) | None => false,
        Some(action) => {
            matches!(action.spec().kind, Kind::Write) && matches!(action.spec().lane, Lane::Tab)
        }
    }
}

type Run = for<'a> fn(Caller<'a>, Object) -> Pin<Box<dyn Future<Output = ToolResult> + Send + 'a>>;

/// A tool's row in the list.
pub(crate) struct Entry {
    /// Name on the wire.
    pub(crate) name: &'static str,
    /// The group it is published with.
    pub(crate) group: Group,
    /// The modes it is published in.
    pub(crate) modes: &'static [Mode],
    /// Whether a call without a current tab is refused.
    pub(crate) needs_tab: bool,
    title: &'static str,
    about: &'static str,
    hints: Hints,
    schema: fn() -> Object,
    run: Run,
}

/// Erases a tool's types.
pub(crate) const fn entry<T: Tool>() -> Entry {
    Entry {
        name: T::NAME,
        group: T::GROUP,
        modes: T::MODES,
        needs_tab: needs_tab(T::ACTION),
        title: T::TITLE,
        about: T::ABOUT,
        hints: T::HINTS,
        schema: schema::published::<T::Args>,
        run: |caller, arguments| Box::pin(run::<T>(caller, arguments)),
    }
}

async fn run<T: Tool>(caller: Caller<'_>, mut arguments: Object) -> ToolResult {
    if T::APPROVABLE {
        let mode = caller.session.options.mode;
        arguments::take_confirm_token(T::NAME, mode, &mut arguments)?;
    }
    let args = arguments::parse::<T::Args>(T::NAME, arguments)?;
    let call = caller.call(T::tab(&args)).await?;
    T::run(&call, args).await
}

impl Entry {
    /// Runs the tool.
    pub(crate) async fn run(&self, caller: Caller<'_>, arguments: Object) -> ToolResult {
        (self.run)(caller, arguments).await
    }

    /// Whether the server knows the tool in `mode`: what only restricted modes have is
    /// unknown to the others, which have a better tool.
    pub(crate) fn is_known_in(&self, mode: Mode) -> bool {
        self.modes.contains(&Mode::Act) || self.modes.contains(&mode)
    }

    /// The tool as `tools/list` shows it.
    pub(crate) fn to_mcp(&self) -> McpTool {
        let Hints { read_only, destructive, idempotent } = self.hints;
        let title = Some(self.title.to_owned());
        McpTool::new(self.name, self.about, (self.schema)()).annotate(ToolAnnotations::from_raw(
            title,
            Some(read_only),
            Some(destructive),
            idempotent,
            Some(true),
        ))
    }
}
