//! Keys as Playwright writes them: `a`, `Enter`, `Control+Shift+ArrowLeft`, `Control++`.

use serde_json::{Value, json};

/// What a key name means to the bridge.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Chord {
    /// The key, as `KeyboardEvent.key` names it.
    pub(crate) key: String,
    alt: bool,
    ctrl: bool,
    meta: bool,
    shift: bool,
}

impl Chord {
    /// Reads a chord; the error says what is wrong with it.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let (held, key) = split(text);
        let mut chord =
            Self { key: key.to_owned(), alt: false, ctrl: false, meta: false, shift: false };
        if key.is_empty() {
            return Err("key: must name a key, such as Enter or a".to_owned());
        }
        for modifier in held.into_iter().flat_map(|text| text.split('+')) {
            match modifier {
                "Alt" => chord.alt = true,
                "Control" => chord.ctrl = true,
                "Meta" => chord.meta = true,
                "Shift" => chord.shift = true,
                "ControlOrMeta" if cfg!(target_os = "macos") => chord.meta = true,
                "ControlOrMeta" => chord.ctrl = true,
                _ => {
                    return Err(format!(
                        "key: {modifier:?} in {text:?} is not a modifier; they are Alt, Control, \
                         ControlOrMeta, Meta and Shift, and one key comes last"
                    ));
                }
            }
        }
        Ok(chord)
    }

    /// The held keys; `None` when there are none.
    pub(crate) fn modifiers(&self) -> Option<Value> {
        let held =
            [("alt", self.alt), ("ctrl", self.ctrl), ("meta", self.meta), ("shift", self.shift)];
        let mut object = json!({});
        for (name, _) in held.into_iter().filter(|(_, held)| *held) {
            object[name] = true.into();
        }
        (object != json!({})).then_some(object)
    }
}

/// Splits off what is held; `+` may be the key itself.
fn split(text: &str) -> (Option<&str>, &str) {
    if text == "+" {
        return (None, text);
    }
    let joined = text.strip_suffix("++").map(|held| (held, "+")).or_else(|| text.rsplit_once('+'));
    match joined {
        Some((held, key)) => (Some(held), key),
        None => (None, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifiers_come_before_one_key() {
        for (text, key, modifiers) in [
            ("a", "a", json!({})),
            ("Enter", "Enter", json!({})),
            (" ", " ", json!({})),
            ("+", "+", json!({})),
            ("Control+a", "a", json!({"ctrl": true})),
            ("Control++", "+", json!({"ctrl": true})),
            (
                "Meta+Alt+Shift+ArrowLeft",
                "ArrowLeft",
                json!({"alt": true, "meta": true, "shift": true}),
            ),
            ("Control", "Control", json!({})),
        ] {
            let chord = Chord::parse(text).unwrap();
            assert_eq!(chord.key, key, "{text}");
            assert_eq!(chord.modifiers().unwrap_or(json!({})), modifiers, "{text}");
        }
    }

    #[test]
    fn the_platforms_own_modifier_is_control_or_meta() {
        let expected = if cfg!(target_os = "macos") { "meta" } else { "ctrl" };
        let chord = Chord::parse("ControlOrMeta+a").unwrap();
        assert_eq!(chord.modifiers(), Some(json!({ expected: true })));
    }

    #[test]
    fn what_is_no_chord_is_refused() {
        for text in ["", "a+b", "Ctrl+a", "Control+", "+a", "Control+++"] {
            assert!(Chord::parse(text).is_err(), "{text:?}");
        }
    }
}
