//! Waiting: for elements, text, addresses, titles, a quiet network and results; for the page that a
//! click leads to (*browser_wait_for*, *Waiting*).

mod changes;
mod disturbed;
mod elements;
mod navigations;
mod scripts;
mod tabs;
mod text;
