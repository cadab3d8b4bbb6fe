//! The harness itself: what it gives to a test really is what it says.

#[path = "harness/agents.rs"]
mod agents;
#[path = "harness/end.rs"]
mod end;
#[path = "harness/pages.rs"]
mod pages;
#[path = "harness/person.rs"]
mod person;
