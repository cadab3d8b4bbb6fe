//! One file per tool, and the one list over all of them.

mod blur;
mod bounds;
mod cache;
mod check;
mod click;
mod click_and_wait_navigation;
mod close;
mod computed_style;
mod dom;
mod drag;
mod drop;
mod evaluate;
mod explain_selector;
mod file_upload;
mod fill_form;
mod find;
mod focus;
mod forms;
mod forward;
mod full_page_metrics;
mod handle_dialog;
mod highlight;
mod hover;
mod html;
mod iframes;
mod images;
mod links;
mod load_more;
mod markdown;
mod meta;
mod navigate;
mod navigate_back;
mod one_element;
mod one_target;
mod page_info;
mod page_text;
mod press_key;
mod query;
mod readability;
mod reload_tab;
mod resize;
mod scroll;
mod select_option;
mod snapshot;
mod status;
mod structured_data;
mod submit_form;
mod tab_list;
mod tabs;
mod take_screenshot;
mod type_text;
mod wait_for;

use crate::tool::{Entry, entry};

/// Every tool, in published order.
pub(crate) const TOOLS: &[Entry] = &[
    entry::<tabs::Tabs>(),
    entry::<tab_list::TabList>(),
    entry::<navigate::Navigate>(),
    entry::<navigate_back::NavigateBack>(),
    entry::<snapshot::Snapshot>(),
    entry::<find::Find>(),
    entry::<click::Click>(),
    entry::<hover::Hover>(),
    entry::<drag::Drag>(),
    entry::<drop::DropOn>(),
    entry::<type_text::TypeText>(),
    entry::<fill_form::FillForm>(),
    entry::<press_key::PressKey>(),
    entry::<select_option::SelectOption>(),
    entry::<submit_form::SubmitForm>(),
    entry::<wait_for::WaitFor>(),
    entry::<take_screenshot::TakeScreenshot>(),
    entry::<file_upload::FileUpload>(),
    entry::<handle_dialog::HandleDialog>(),
    entry::<evaluate::Evaluate>(),
    entry::<resize::Resize>(),
    entry::<close::Close>(),
    entry::<scroll::Scroll>(),
    entry::<check::Check>(),
    entry::<click_and_wait_navigation::ClickAndWaitNavigation>(),
    entry::<focus::Focus>(),
    entry::<blur::Blur>(),
    entry::<forward::Forward>(),
    entry::<reload_tab::ReloadTab>(),
    entry::<dom::Dom>(),
    entry::<forms::Forms>(),
    entry::<page_info::PageInfo>(),
    entry::<page_text::PageText>(),
    entry::<links::Links>(),
    entry::<images::Images>(),
    entry::<meta::Meta>(),
    entry::<structured_data::StructuredData>(),
    entry::<iframes::Iframes>(),
    entry::<query::Query>(),
    entry::<html::Html>(),
    entry::<readability::Readability>(),
    entry::<markdown::Markdown>(),
    entry::<bounds::Bounds>(),
    entry::<computed_style::ComputedStyle>(),
    entry::<explain_selector::ExplainSelector>(),
    entry::<full_page_metrics::FullPageMetrics>(),
    entry::<highlight::Highlight>(),
    entry::<status::Status>(),
    entry::<cache::Cache>(),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use kitsune_protocol::Mode;
    use serde_json::Value;

    use super::*;

    #[test]
    fn names_are_unique() {
        let names: HashSet<_> = TOOLS.iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), TOOLS.len());
        assert!(names.iter().all(|name| name.starts_with("browser_")));
    }

    #[test]
    fn every_tool_is_published_in_some_mode() {
        assert!(TOOLS.iter().all(|entry| !entry.modes.is_empty()));
    }

    #[test]
    fn every_tool_and_every_argument_is_described() {
        for tool in TOOLS.iter().map(Entry::to_mcp) {
            let about = tool.description.as_deref().unwrap_or_default();
            assert!(!about.is_empty() && about.len() <= 300, "{}: {}", tool.name, about.len());
            undescribed(&tool.name, &tool.schema_as_json_value());
        }
    }

    fn undescribed(place: &str, schema: &Value) {
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let place = format!("{place} {name}");
            assert!(property["description"].is_string(), "{place} is not described");
            undescribed(&place, &property["items"]);
        }
    }

    #[test]
    fn restricted_modes_publish_nothing_that_sends() {
        let names = |mode| -> Vec<_> {
            let published = TOOLS.iter().filter(|entry| entry.modes.contains(&mode));
            published.map(|entry| entry.name).collect()
        };
        assert_eq!(
            names(Mode::Read),
            [
                "browser_tab_list",
                "browser_navigate",
                "browser_snapshot",
                "browser_find",
                "browser_wait_for",
                "browser_scroll",
                "browser_dom",
                "browser_forms",
                "browser_page_info",
                "browser_page_text",
                "browser_links",
                "browser_images",
                "browser_meta",
                "browser_structured_data",
                "browser_iframes",
                "browser_query",
                "browser_html",
                "browser_readability",
                "browser_markdown",
                "browser_bounds",
                "browser_computed_style",
                "browser_explain_selector",
                "browser_full_page_metrics",
                "browser_status"
            ]
        );
        let added: Vec<_> = names(Mode::Draft)
            .into_iter()
            .filter(|name| !names(Mode::Read).contains(name))
            .collect();
        assert_eq!(
            added,
            ["browser_type", "browser_fill_form", "browser_select_option", "browser_check"]
        );
        assert!(!names(Mode::Act).contains(&"browser_tab_list"));
    }

    #[test]
    fn writes_need_a_tab_and_reads_do_not() {
        let without: Vec<_> =
            TOOLS.iter().filter(|entry| !entry.needs_tab).map(|entry| entry.name).collect();
        assert_eq!(
            without,
            [
                "browser_tabs",
                "browser_tab_list",
                "browser_snapshot",
                "browser_find",
                "browser_wait_for",
                "browser_take_screenshot",
                "browser_close",
                "browser_dom",
                "browser_forms",
                "browser_page_info",
                "browser_page_text",
                "browser_links",
                "browser_images",
                "browser_meta",
                "browser_structured_data",
                "browser_iframes",
                "browser_query",
                "browser_html",
                "browser_readability",
                "browser_markdown",
                "browser_bounds",
                "browser_computed_style",
                "browser_explain_selector",
                "browser_full_page_metrics",
                "browser_status",
                "browser_cache"
            ]
        );
    }
}
