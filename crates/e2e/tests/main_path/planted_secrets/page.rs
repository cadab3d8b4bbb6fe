//! A page in which secrets are planted: what holds each, and what stands around it.

use super::random::Random;

/// Secrets of one page.
const PLANTS: usize = 14;

/// Elements around a secret.
const MOST_WRAPPERS: usize = 4;

/// A secret and what holds it.
pub struct Plant {
    /// `p3`; of the element that holds the secret or stands for it.
    pub id: String,
    /// A token, repeated: any part of it that is long enough holds the token.
    pub secret: String,
    pub token: String,
    /// What is public about it.
    pub word: String,
    /// Text may be typed into it.
    pub is_field: bool,
    /// With what is around it.
    pub html: String,
}

impl Plant {
    /// One that nothing holds.
    pub fn in_the_open(random: &mut Random) -> Self {
        let (token, secret) = secret(random, "abcdefghjkmnpqrstvwxyz");
        Self {
            id: "p".to_owned(),
            secret,
            token,
            word: String::new(),
            is_field: false,
            html: String::new(),
        }
    }

    /// The HTML for a failure's text, with a word in the place of the secret.
    pub fn shown(&self) -> String {
        let half = self.secret.get(..500).unwrap_or_default();
        let rest = self.secret.get(500..).unwrap_or_default();
        let whole = self.html.replace(&self.secret, "SECRET");
        if half.is_empty() { whole } else { whole.replace(half, "SEC").replace(rest, "RET") }
    }

    /// Whether the page shows it: a part of a masked editor that is not masked itself is page text,
    /// as the contract says.
    pub fn is_page_text(&self) -> bool {
        self.html.contains("security:none")
    }

    /// Whether an address holds it, which is an attribute like any other.
    pub fn is_in_an_address(&self) -> bool {
        self.html.contains("href=")
    }
}

pub struct Planted {
    pub plants: Vec<Plant>,
    pub html: String,
}

/// A random page, with a button `#reveal` that shows its passwords.
pub fn page(random: &mut Random) -> Planted {
    let plants: Vec<_> = (0..PLANTS).map(|number| plant(random, number)).collect();
    let body: String = plants
        .iter()
        .map(|plant| format!("<section>{} {}</section>", plant.word, plant.html))
        .collect();
    let html = format!("{body}<button id=reveal>Reveal</button><script>{SCRIPT}</script>");
    Planted { plants, html }
}

/// `trees()` are the document, its shadow roots and its frames' documents.
const SCRIPT: &str = "
function* trees(tree = document) {
  yield tree;
  for (const element of tree.querySelectorAll('*')) {
    const root = element.shadowRoot ?? element.kept;
    if (root) yield* trees(root);
    if (element.contentDocument) yield* trees(element.contentDocument);
  }
}
reveal.onclick = () => {
  for (const tree of trees()) {
    for (const field of tree.querySelectorAll('[data-toggle]'))
      field.type = field.type === 'password' ? 'text' : 'password';
    for (const field of tree.querySelectorAll('[data-mirror]'))
      field.setAttribute('value', field.value);
    for (const field of tree.querySelectorAll('[data-judged]'))
      field.setCustomValidity('Not good: ' + field.value);
  }
};
for (const tree of trees())
  for (const field of tree.querySelectorAll('[data-later]')) {
    field.value = field.dataset.later;
    field.removeAttribute('data-later');
  }";

/// Length and letters make it unlike anything else that a reply holds.
fn secret(random: &mut Random, alphabet: &str) -> (String, String) {
    let token = random.letters(alphabet, 16);
    let length = 1000 + random.below(3000);
    let secret = token.repeat(length / token.len() + 1)[..length].to_owned();
    (token, secret)
}

/// A number has to be one that a field can hold.
fn number_secret(random: &mut Random) -> (String, String) {
    let token = random.letters("123456789", 16);
    let secret = token.repeat(16);
    (token, secret)
}

fn plant(random: &mut Random, number: usize) -> Plant {
    let id = format!("p{number}");
    let kind = KINDS.get(random.below(KINDS.len() + 1));
    let (token, secret) = match kind {
        Some(_) => secret(random, "abcdefghjkmnpqrstvwxyz"),
        None => number_secret(random),
    };
    let mut html = match kind {
        Some((_, make)) => make(random, &id, &secret),
        None => format!("<input id={id} type=number name=cvv value={secret}>"),
    };
    for _ in 0..random.below(MOST_WRAPPERS + 1) {
        html = wrap(random, &id, &html);
    }
    // No script of the page reaches into a closed root to set the value later.
    if html.contains("shadowrootmode=closed") {
        html = html.replace("data-later=", "value=");
    }
    let is_field = kind.is_none_or(|(is_field, _)| *is_field);
    Plant { word: format!("word{number}x"), id, secret, token, is_field, html }
}

type Make = fn(&mut Random, &str, &str) -> String;

/// Whether text can be typed into it, and its HTML.
const KINDS: &[(bool, Make)] = &[
    (true, password),
    (true, toggled),
    (true, by_autocomplete),
    (true, by_name),
    (true, code_box),
    (true, masked_field),
    (true, masked_editor),
    (false, masked_editor_with_parts),
    (false, masked_text),
    (false, masked_text),
    (false, masked_choice),
    (false, masked_button),
    (false, masked_drawing),
    (false, masked_by_a_slot),
    (false, named_by_secret),
    (false, editor_with_masked_part),
    (false, component),
    (false, component_that_is_a_range),
    (false, address),
    (false, judged),
];

fn mask(random: &mut Random) -> String {
    format!("style='-webkit-text-security:{}'", random.one_of(&["disc", "circle", "square"]))
}

/// What else may be said of a field.
fn more(random: &mut Random) -> String {
    let choices = ["readonly", "required", "list=none", "title=Title", "dir=rtl", "data-mirror"];
    choices.iter().filter(|_| random.chance(20)).map(|text| format!(" {text}")).collect()
}

/// The secret as an attribute of the page, or set by its script.
fn held(random: &mut Random, secret: &str) -> String {
    let attribute = random.one_of(&["value", "data-later"]);
    format!("{attribute}={secret}")
}

fn password(random: &mut Random, id: &str, secret: &str) -> String {
    let kind = random.one_of(&["password", "PASSWORD"]);
    let (held, more) = (held(random, secret), more(random));
    format!("<input id={id} type={kind} {held}{more}>")
}

fn toggled(random: &mut Random, id: &str, secret: &str) -> String {
    let held = held(random, secret);
    format!("<input id={id} type=password data-toggle {held}>")
}

fn by_autocomplete(random: &mut Random, id: &str, secret: &str) -> String {
    let word = random.one_of(&[
        "current-password",
        "'section-a new-password'",
        "ONE-TIME-CODE",
        "cc-number",
        "'billing cc-csc'",
    ]);
    let kind = random.one_of(&["text", "tel", "url", "search"]);
    let (held, more) = (held(random, secret), more(random));
    format!("<input id={id} type={kind} autocomplete={word} {held}{more}>")
}

fn by_name(random: &mut Random, id: &str, secret: &str) -> String {
    let name = random.one_of(&[
        "name=userPin",
        "name=card_number",
        "placeholder='Security code'",
        "aria-label='Verification code'",
        "name=loginPassword",
        "placeholder=Passcode",
        "aria-label='One-time code'",
        "name='card[cvc]'",
        "name=otp1",
    ]);
    let kind = random.one_of(&["text", "search", "tel"]);
    let (held, more) = (held(random, secret), more(random));
    format!("<input id={id} type={kind} {name} {held}{more}>")
}

fn code_box(random: &mut Random, id: &str, secret: &str) -> String {
    let name = random.one_of(&["name=digit-1", "name=code", "aria-label='Digit 2'"]);
    let held = held(random, secret);
    format!("<input id={id} inputmode=numeric {name} {held}>")
}

fn masked_field(random: &mut Random, id: &str, secret: &str) -> String {
    let (mask, more) = (mask(random), more(random));
    if random.chance(50) {
        format!("<textarea id={id} {mask}{more}>{secret}</textarea>")
    } else {
        let held = held(random, secret);
        format!("<input id={id} {mask} {held}{more}>")
    }
}

fn masked_editor(random: &mut Random, id: &str, secret: &str) -> String {
    let mask = mask(random);
    let kind = random.one_of(&["contenteditable", "contenteditable=plaintext-only"]);
    format!("<div id={id} {kind} {mask} aria-label=Note><p>{secret}</p></div>")
}

fn masked_editor_with_parts(random: &mut Random, id: &str, secret: &str) -> String {
    let mask = mask(random);
    let bare = "style='-webkit-text-security:none'";
    let part = match random.below(4) {
        0 => format!("<span id={id} contenteditable=false {bare}>{secret}</span>"),
        1 => format!("<button id={id} contenteditable=false {bare}>{secret}</button>"),
        2 => format!(
            "<span contenteditable=false><b id={id} contenteditable {bare}>{secret}</b></span>"
        ),
        _ => format!(
            "<div contenteditable=false><template shadowrootmode=closed>\
             <a id={id} href=# {bare}>{secret}</a></template></div>"
        ),
    };
    format!("<div contenteditable {mask}>{part}</div>")
}

fn masked_text(random: &mut Random, id: &str, secret: &str) -> String {
    let mask = mask(random);
    let (open, close) = random.one_of(&[
        &("<p", "</p>"),
        &("<span", "</span>"),
        &("<button", "</button>"),
        &("<a href=#", "</a>"),
        &("<h2", "</h2>"),
        &("<li", "</li>"),
        &("<output", "</output>"),
        &("<pre", "</pre>"),
        &("<div role=alert", "</div>"),
        &("<div tabindex=0 onclick=1", "</div>"),
        &("<div role=tab", "</div>"),
        &("<label", " <input value=open></label>"),
        &("<fieldset><legend", "</legend></fieldset>"),
        &("<table><caption", "</caption><tr><td>cell</table>"),
        &("<table><tr><th", "</th></tr></table>"),
        &("<table><tr><td tabindex=0 role=gridcell", "</td></tr></table>"),
        &("<figure><figcaption", "</figcaption></figure>"),
        &("<details open><summary", "</summary></details>"),
        &("<dl><dt", "</dt></dl>"),
    ]);
    let text = match random.below(3) {
        0 => secret.to_owned(),
        1 => format!("<b>{secret}</b>"),
        _ => format!("{}<i>{}</i>", &secret[..500], &secret[500..]),
    };
    format!("{open} id={id} {mask}>{text}{close}")
}

fn masked_choice(random: &mut Random, id: &str, secret: &str) -> String {
    let mask = mask(random);
    match random.below(4) {
        0 => format!("<select id={id} {mask}><option>{secret}</select>"),
        1 => format!("<select id={id}><option {mask}>{secret}<option>open</select>"),
        2 => {
            format!("<select id={id} size=3><option {mask} selected>{secret}<option>open</select>")
        }
        _ => format!(
            "<select id={id} multiple><option {mask} selected>{secret}<option>open</select>"
        ),
    }
}

fn masked_button(random: &mut Random, id: &str, secret: &str) -> String {
    let (mask, kind) = (mask(random), random.one_of(&["submit", "button", "reset"]));
    format!("<input id={id} type={kind} {mask} value={secret}>")
}

fn masked_drawing(random: &mut Random, id: &str, secret: &str) -> String {
    let mask = mask(random);
    match random.below(3) {
        0 => format!("<svg id={id} {mask} role=img><title>{secret}</title></svg>"),
        1 => format!("<svg id={id}><text y=20 {mask}>{secret}</text></svg>"),
        _ => format!("<button id={id} {mask}><svg><title>{secret}</title></svg></button>"),
    }
}

fn masked_by_a_slot(random: &mut Random, id: &str, secret: &str) -> String {
    let (mask, mode) = (mask(random), random.one_of(&["open", "closed"]));
    let (role, text) = (random.one_of(&["", "tabindex=0", "role=button"]), secret);
    format!(
        "<div id={id} {role}><template shadowrootmode={mode}><b {mask}><slot></slot></b>\
         </template>{text}</div>"
    )
}

fn named_by_secret(random: &mut Random, id: &str, secret: &str) -> String {
    let mask = mask(random);
    let source = match random.below(5) {
        0 => format!("<p id={id}s hidden {mask}>{secret}</p>"),
        1 => format!("<input id={id}s type=password value={secret}>"),
        2 => format!("<textarea id={id}s {mask}>{secret}</textarea>"),
        3 => format!("<div id={id}s contenteditable {mask}>{secret}</div>"),
        _ => format!("<span id={id}s {mask}><b>{secret}</b></span>"),
    };
    let named =
        random.one_of(&["<button", "<div role=group", "<input", "<a href=#", "<nav", "<img"]);
    let how = random.one_of(&["aria-labelledby", "aria-describedby"]);
    format!("{source}{named} id={id} {how}={id}s>named</button></a></nav></div>")
}

fn editor_with_masked_part(random: &mut Random, id: &str, secret: &str) -> String {
    let mask = mask(random);
    let part = match random.below(3) {
        0 => format!("<span {mask}>{secret}</span>"),
        1 => format!("<input type=password value={secret}>"),
        _ => format!("<b><i {mask}>{secret}</i></b>"),
    };
    format!("<div id={id} contenteditable>open {part} text</div>")
}

fn component(random: &mut Random, id: &str, secret: &str) -> String {
    let mode = random.one_of(&["open", "closed"]);
    let host =
        random.one_of(&["type=password", "autocomplete=one-time-code", "autocomplete=CC-CSC"]);
    let inner = format!("<label>Field <input id={id} value={secret}></label>");
    let shadow = |content: &str| format!("<template shadowrootmode={mode}>{content}</template>");
    match random.below(3) {
        0 => format!("<x-field {host}>{}</x-field>", shadow(&inner)),
        1 => {
            let nested = format!("<x-inner>{}</x-inner>", shadow(&inner));
            format!("<x-outer {host}>{}</x-outer>", shadow(&nested))
        }
        _ => {
            let inner = format!("<input type=password value={secret}>");
            format!("<x-field id={id} value={secret} tabindex=0>{}</x-field>", shadow(&inner))
        }
    }
}

fn component_that_is_a_range(random: &mut Random, id: &str, secret: &str) -> String {
    let role = random.one_of(&["spinbutton", "slider"]);
    let mode = random.one_of(&["open", "closed"]);
    let value = random.one_of(&["aria-valuetext", "aria-valuenow"]);
    match random.below(2) {
        0 => {
            format!("<x-pin id={id} role={role} tabindex=0 type=password {value}={secret}></x-pin>")
        }
        _ => format!(
            "<x-pin id={id} role={role} tabindex=0 {value}={secret}>\
             <template shadowrootmode={mode}><input type=password></template></x-pin>"
        ),
    }
}

fn address(random: &mut Random, id: &str, secret: &str) -> String {
    let rest = match random.below(6) {
        0 => format!("/x?access_token={secret}"),
        1 => format!("/x?q=1&userPassword={secret}#top"),
        2 => format!("/x#id_token={secret}&state=1"),
        3 => format!("/x#/inbox?apiKey={secret}"),
        4 => format!("https://a:{secret}@x.example/"),
        _ => format!("/x#access_token={secret}&next=/a?b=1"),
    };
    format!("<a id={id} href='{rest}'>Link</a>")
}

/// The page's own message tells the value.
fn judged(_: &mut Random, id: &str, secret: &str) -> String {
    format!(
        "<form onsubmit='return false'><input type=password data-judged value={secret}>\
         <button id={id}>Send</button></form>"
    )
}

fn wrap(random: &mut Random, id: &str, inner: &str) -> String {
    let mode = random.one_of(&["open", "closed"]);
    match random.below(16) {
        0 => format!("<div>{inner}</div>"),
        1 => format!("<label>Label {inner}</label>"),
        2 => format!("<details open><summary>More</summary>{inner}</details>"),
        3 => format!("<fieldset><legend>Group</legend>{inner}</fieldset>"),
        4 => format!("<table><tr><th>Head<td>{inner}</table>"),
        5 => format!("<form action=/sent>{inner}</form>"),
        6 => format!("<ul><li>{inner}</ul>"),
        7 | 8 => format!("<div><template shadowrootmode={mode}>Shadow {inner}</template></div>"),
        9 => format!(
            "<div><template shadowrootmode={mode}><p>Slot <slot></slot></p></template>{inner}</div>"
        ),
        10 => format!("<div style='display:contents'>{inner}</div>"),
        11 => format!("<div role=group aria-labelledby={id}>{inner}</div>"),
        12 => format!("<div role=button tabindex=0>Press {inner}</div>"),
        13 => format!("<h2>Heading {inner}</h2>"),
        14 => format!("<dialog open>{inner}</dialog>"),
        _ if inner.len() < 12_000 => {
            let source = inner.replace('&', "&amp;").replace('"', "&quot;");
            // With a sandbox it is of another origin.
            let origin = random.one_of(&["", "", "sandbox"]);
            format!("<iframe title=Frame {origin} srcdoc=\"{source}\"></iframe>")
        }
        _ => format!("<main>{inner}</main>"),
    }
}
