//! The preferences that a launch sets, for whose profile, and their block in `user.js`.
//!
//! A person's own profile gets only what the launch cannot do without. A profile that Kitsune made
//! is also kept quiet: it asks nothing and connects to nothing that nobody asked for.

/// Name and value, the latter as JavaScript.
pub(super) type Preference = (&'static str, &'static str);

const BLOCK_START: &str =
    "// >>> Kitsune: `kitsune launch` rewrites the lines down to the end mark\n";
const BLOCK_END: &str = "// <<< Kitsune\n";

/// An unsigned package in the profile is enabled at the next start, without a question.
const PACKAGE: &[Preference] =
    &[("xpinstall.signatures.required", "false"), ("extensions.autoDisableScopes", "0")];

const ALWAYS: &[Preference] = &[
    // Timers of background pages stay exact while no window is in front.
    ("dom.min_background_timeout_value", "4"),
    ("dom.min_background_timeout_value_without_budget_throttling", "4"),
    ("dom.timeout.enable_budget_timer_throttling", "false"),
    // How a launch looks after the extension and ends Firefox; see `control`.
    ("devtools.debugger.remote-enabled", "true"),
    ("devtools.chrome.enabled", "true"),
    ("devtools.debugger.prompt-connection", "false"),
];

const QUIET: &[Preference] = &[
    // Ending Firefox by a signal looks like a crash to its next start with the same profile, which
    // must not answer with a dialog or a page that asks what to do.
    ("toolkit.startup.max_resumed_crashes", "-1"),
    ("browser.sessionstore.max_resumed_crashes", "-1"),
    // No first-run pages and questions.
    ("browser.startup.page", "0"),
    ("browser.startup.homepage_override.mstone", "\"ignore\""),
    ("browser.aboutwelcome.enabled", "false"),
    ("browser.shell.checkDefaultBrowser", "false"),
    ("datareporting.policy.firstRunURL", "\"\""),
    // No connection that nobody asked for: settings, telemetry, probes, updates, lists.
    ("services.settings.server", "\"data:,#remote-settings-dummy/v1\""),
    ("toolkit.telemetry.server", "\"\""),
    ("telemetry.fog.test.localhost_port", "-1"),
    ("datareporting.policy.dataSubmissionEnabled", "false"),
    ("datareporting.healthreport.uploadEnabled", "false"),
    ("datareporting.usage.uploadEnabled", "false"),
    ("network.captive-portal-service.enabled", "false"),
    ("network.connectivity-service.enabled", "false"),
    ("dom.push.connection.enabled", "false"),
    ("app.normandy.enabled", "false"),
    ("app.update.enabled", "false"),
    ("extensions.update.enabled", "false"),
    ("extensions.systemAddon.update.enabled", "false"),
    ("extensions.systemAddon.update.url", "\"\""),
    ("browser.safebrowsing.malware.enabled", "false"),
    ("browser.safebrowsing.phishing.enabled", "false"),
    ("browser.safebrowsing.downloads.enabled", "false"),
    ("browser.safebrowsing.blockedURIs.enabled", "false"),
    ("browser.region.network.url", "\"\""),
    // Stories, weather and sponsored tiles of a new tab.
    ("browser.topsites.contile.enabled", "false"),
    ("browser.newtabpage.activity-stream.discoverystream.enabled", "false"),
    ("browser.newtabpage.activity-stream.feeds.section.topstories", "false"),
    ("browser.newtabpage.activity-stream.feeds.system.topstories", "false"),
    ("browser.newtabpage.activity-stream.feeds.system.topsites", "false"),
    ("browser.newtabpage.activity-stream.feeds.weatherfeed", "false"),
    ("browser.newtabpage.activity-stream.newtabWallpapers.enabled", "false"),
    // Codecs and decryption modules.
    ("media.gmp-manager.updateEnabled", "false"),
    ("media.gmp-manager.url", "\"\""),
    ("media.gmp-provider.enabled", "false"),
];

/// Whose profile it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// Kitsune made it, for launches only.
    Kitsune,
    /// A person browses with it.
    Person,
}

/// How the extension gets into Firefox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    /// As a package in the profile.
    Package,
    /// As a temporary add-on after the start: the only way into a build that demands signatures.
    Temporary,
}

/// What is set in such a profile.
pub(super) fn wanted(owner: Owner, delivery: Delivery) -> Vec<Preference> {
    let package = if delivery == Delivery::Package { PACKAGE } else { &[] };
    let quiet = if owner == Owner::Kitsune { QUIET } else { &[] };
    [package, ALWAYS, quiet].concat()
}

/// `user.js` with these preferences in our block: in place of an earlier block, or at the end.
pub(super) fn with_block(text: &str, preferences: &[Preference]) -> String {
    let (before, after) = around_block(text).unwrap_or((text, ""));
    let gap = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
    format!("{before}{gap}{}{after}", block(preferences))
}

/// `user.js` without our block; `None` when there is none in it.
pub(super) fn without_block(text: &str) -> Option<String> {
    let (before, after) = around_block(text)?;
    Some(format!("{before}{after}"))
}

/// The text before and after an earlier block.
fn around_block(text: &str) -> Option<(&str, &str)> {
    let (before, rest) = text.split_once(BLOCK_START)?;
    let (_, after) = rest.split_once(BLOCK_END)?;
    Some((before, after))
}

fn block(preferences: &[Preference]) -> String {
    let lines =
        preferences.iter().map(|(name, value)| format!("user_pref(\"{name}\", {value});\n"));
    [BLOCK_START.to_owned()].into_iter().chain(lines).chain([BLOCK_END.to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Preference> {
        wanted(Owner::Kitsune, Delivery::Package)
    }

    #[test]
    fn the_block_is_appended_once_and_then_replaced() {
        let own = "user_pref(\"a\", 1);";
        let first = with_block(own, &all());
        assert!(first.starts_with("user_pref(\"a\", 1);\n// >>> Kitsune"), "{first}");
        assert_eq!(with_block(&first, &all()), first);
        assert_eq!(with_block(&with_block(own, &all()[1..]), &all()), first);
    }

    #[test]
    fn lines_around_the_block_stay_when_it_goes() {
        let text = format!("{}user_pref(\"b\", 2);\n", with_block("// mine\n", &all()));
        assert_eq!(with_block(&text, &all()), text);
        assert_eq!(without_block(&text).as_deref(), Some("// mine\nuser_pref(\"b\", 2);\n"));
        assert_eq!(without_block("// mine\n"), None);
    }

    #[test]
    fn every_preference_is_named_once_and_has_a_javascript_literal() {
        let all = all();
        for (index, (name, value)) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|(other, _)| other != name), "{name}");
            assert!(serde_json::from_str::<serde_json::Value>(value).is_ok(), "{name}: {value}");
        }
    }

    #[test]
    fn a_persons_profile_keeps_its_start_page_its_updates_and_its_reports() {
        let names: Vec<_> =
            wanted(Owner::Person, Delivery::Temporary).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), ALWAYS.len());
        let kept = ["browser.startup", "datareporting", "toolkit.telemetry", "app.update"];
        assert!(names.iter().all(|name| !kept.iter().any(|kept| name.starts_with(kept))));
    }
}
