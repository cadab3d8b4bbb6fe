//! The main path in a real Firefox, from the MCP client to the page: sentences of the contract,
//! one module a subject.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails, in its helpers too")]

#[path = "main_path/acting.rs"]
mod acting;
#[path = "main_path/bad_input.rs"]
mod bad_input;
#[path = "main_path/bridge.rs"]
mod bridge;
#[path = "main_path/cases.rs"]
mod cases;
#[path = "main_path/closing.rs"]
mod closing;
#[path = "main_path/components.rs"]
mod components;
#[path = "main_path/composed_finding.rs"]
mod composed_finding;
#[path = "main_path/composed_text.rs"]
mod composed_text;
#[path = "main_path/control_keys.rs"]
mod control_keys;
#[path = "main_path/coordinates.rs"]
mod coordinates;
#[path = "main_path/costs.rs"]
mod costs;
#[path = "main_path/crashes.rs"]
mod crashes;
#[path = "main_path/deltas.rs"]
mod deltas;
#[path = "main_path/dialogs.rs"]
mod dialogs;
#[path = "main_path/dom.rs"]
mod dom;
#[path = "main_path/dragging.rs"]
mod dragging;
#[path = "main_path/dropping.rs"]
mod dropping;
#[path = "main_path/editors.rs"]
mod editors;
#[path = "main_path/expecting.rs"]
mod expecting;
#[path = "main_path/exploding_patterns.rs"]
mod exploding_patterns;
#[path = "main_path/finding.rs"]
mod finding;
#[path = "main_path/finding_elements.rs"]
mod finding_elements;
#[path = "main_path/focusing.rs"]
mod focusing;
#[path = "main_path/forms.rs"]
mod forms;
#[path = "main_path/frame_actions.rs"]
mod frame_actions;
#[path = "main_path/frame_deltas.rs"]
mod frame_deltas;
#[path = "main_path/frame_limits.rs"]
mod frame_limits;
#[path = "main_path/frames.rs"]
mod frames;
#[path = "main_path/gestures.rs"]
mod gestures;
#[path = "main_path/hidden_secrets.rs"]
mod hidden_secrets;
#[path = "main_path/history.rs"]
mod history;
#[path = "main_path/holding.rs"]
mod holding;
#[path = "main_path/hostile_pages.rs"]
mod hostile_pages;
#[path = "main_path/hovering.rs"]
mod hovering;
#[path = "main_path/inspecting.rs"]
mod inspecting;
#[path = "main_path/inspecting_tools.rs"]
mod inspecting_tools;
#[path = "main_path/key_presses.rs"]
mod key_presses;
#[path = "main_path/large_searches.rs"]
mod large_searches;
#[path = "main_path/leaving.rs"]
mod leaving;
#[path = "main_path/local_link.rs"]
mod local_link;
#[path = "main_path/long_pages.rs"]
mod long_pages;
#[path = "main_path/markup.rs"]
mod markup;
#[path = "main_path/media.rs"]
mod media;
#[path = "main_path/names.rs"]
mod names;
#[path = "main_path/native_dialogs.rs"]
mod native_dialogs;
#[path = "main_path/navigation.rs"]
mod navigation;
#[path = "main_path/needs_user.rs"]
mod needs_user;
#[path = "main_path/opened_tabs.rs"]
mod opened_tabs;
#[path = "main_path/order.rs"]
mod order;
#[path = "main_path/outcomes.rs"]
mod outcomes;
#[path = "main_path/ownership.rs"]
mod ownership;
#[path = "main_path/page_data.rs"]
mod page_data;
#[path = "main_path/page_text.rs"]
mod page_text;
#[path = "main_path/planted_secrets/mod.rs"]
mod planted_secrets;
#[path = "main_path/popups.rs"]
mod popups;
#[path = "main_path/post_action.rs"]
mod post_action;
#[path = "main_path/read_arguments.rs"]
mod read_arguments;
#[path = "main_path/readiness.rs"]
mod readiness;
#[path = "main_path/reading.rs"]
mod reading;
#[path = "main_path/readying.rs"]
mod readying;
#[path = "main_path/refs.rs"]
mod refs;
#[path = "main_path/rough_handlers.rs"]
mod rough_handlers;
#[path = "main_path/same_element.rs"]
mod same_element;
#[path = "main_path/screenshots/mod.rs"]
mod screenshots;
#[path = "main_path/scripts.rs"]
mod scripts;
#[path = "main_path/scrolling/mod.rs"]
mod scrolling;
#[path = "main_path/secrets.rs"]
mod secrets;
#[path = "main_path/seeing/mod.rs"]
mod seeing;
#[path = "main_path/settling.rs"]
mod settling;
#[path = "main_path/sliders.rs"]
mod sliders;
#[path = "main_path/submitting.rs"]
mod submitting;
#[path = "main_path/targets.rs"]
mod targets;
#[path = "main_path/tools.rs"]
mod tools;
#[path = "main_path/true_values.rs"]
mod true_values;
#[path = "main_path/unchanged.rs"]
mod unchanged;
#[path = "main_path/unread_pages.rs"]
mod unread_pages;
#[path = "main_path/untold_carets.rs"]
mod untold_carets;
#[path = "main_path/uploading.rs"]
mod uploading;
#[path = "main_path/viewers.rs"]
mod viewers;
#[path = "main_path/waiting/mod.rs"]
mod waiting;
#[path = "main_path/waking.rs"]
mod waking;
