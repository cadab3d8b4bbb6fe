//! `browser_submit_form`: submit a form.

use kitsune_protocol::{Action, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::{Object, ToolResult};
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct SubmitForm;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// The form, or an element of it, by a selector. Without selector and ref: the form of the
    /// field that was filled or focused last, else the page's only one.
    selector: Option<String>,
    /// The tab; by default the current one.
    tab_id: Option<TabId>,
    /// The form, or an element of it, by its ref of a snapshot, such as e12. Wins over selector.
    #[serde(rename = "ref")]
    reference: Option<String>,
    /// What the element is, for people who read the log.
    element: Option<String>,
    /// Take the first match of the selector.
    first: Option<bool>,
    /// The outcome to look for afterwards, one of: url (a pattern), url_changed, new_tab, selector
    /// (with gone, value or value_changed), text, text_gone; and timeout in milliseconds.
    expect: Option<Object>,
}

impl Tool for SubmitForm {
    const NAME: &'static str = "browser_submit_form";
    const TITLE: &'static str = "Submit form";
    const ABOUT: &'static str = "Submit a form as a click on its submit control does, and return the page that comes of it. Says \
        what keeps the browser from sending it.";
    const GROUP: Group = Group::Browse;
    const ACTION: Option<Action> = Some(Action::SubmitForm);
    const HINTS: Hints = Hints { read_only: false, destructive: true, idempotent: Some(false) };
    type Args = Args;

    fn tab(args: &Args) -> Option<TabId> {
        args.tab_id
    }

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        let body = Body::new()
            .with_named(args.selector, args.reference, args.element)
            .with_some("first", args.first)
            .with_some("expect", args.expect);
        Ok(call.post("/api/submit-form", body).await?.into())
    }
}
