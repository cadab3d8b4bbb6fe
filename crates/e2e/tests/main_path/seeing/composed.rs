//! Content that the page keeps in other trees: shadow roots, slots, frames (*browser_snapshot*, *Frames*).

use kitsune_e2e::run;

use super::seen;

#[test]
fn shadow_trees_are_read_as_rendered_with_slotted_nodes_in_their_place() {
    run(async |kit| {
        let seen = seen(
            kit,
            r##"
<x-card><b slot=title>Slotted title</b>Slotted text<i slot=nowhere>not slotted</i></x-card><x-shut>In a closed one</x-shut>
<div><template shadowrootmode=open><p>Declared shadow</p><slot>fallback not used</slot></template>Light</div>
<script>
customElements.define('x-card', class extends HTMLElement { constructor() { super();
  this.attachShadow({mode: 'open'}).innerHTML = `<h2><slot name=title>no</slot></h2><p><slot></slot></p>
    <p><slot name=foot>Fallback foot</slot></p><x-inner><slot name=title slot=deep>Passed on</slot><u slot=deep>Twice slotted</u></x-inner>`; } });
customElements.define('x-inner', class extends HTMLElement { constructor() { super();
  this.attachShadow({mode: 'closed'}).innerHTML = `Direct text<section aria-labelledby=here><h3 id=here>Inner</h3><slot name=deep>deep fallback</slot></section>
    <details><summary>Shut</summary>closed</details>`; } });
customElements.define('x-shut', class extends HTMLElement { constructor() { super();
  this.attachShadow({mode: 'closed'}).innerHTML = `<button><slot></slot></button><input aria-label="Inside">`; } });
</script>
"##,
        )
        .await;
        let expected = r##"
- heading "Slotted title" [level=2]
- text "Slotted text"
- text "Fallback foot"
- text "Direct text"
- region "Inner"
  - heading "Inner" [level=3]
  - text "Passed onTwice slotted"
- button "Shut" [expanded=false]
- button "In a closed one"
- textbox "Inside"
- text "Declared shadow"
- text "Light"
"##;
        assert_eq!(seen, expected.trim());
    });
}

#[test]
fn frames_of_the_same_origin_are_read_three_deep_however_they_were_filled() {
    run(async |kit| {
        let seen = seen(
            kit,
            r##"
<iframe title=First id=f></iframe><iframe title=Source srcdoc="<p>Of its source</p><button>Of the source</button>"></iframe>
<iframe title=Written id=w></iframe><iframe name=blank></iframe><iframe width=1 height=1 title=Small srcdoc="<p>In a small one</p>"></iframe>
<object data="/fixtures/demo/index.html" width=99 height=99>not needed<p>not needed</p></object><object data="/status/404">Needed<p>Needed too</p></object>
<script>
w.contentDocument.write('<h1>Now written</h1>'); w.contentDocument.close();
let inner = f;
for (const title of ['Second', 'Third', 'Fourth']) {
  const page = inner.contentDocument;
  page.body.innerHTML = `<p>Inside ${inner.title}</p><iframe title=${title}></iframe>`;
  inner = page.querySelector('iframe');
}
inner.contentDocument.body.textContent = 'too deep';
</script>
"##,
        )
        .await;
        let expected = r##"
- iframe "First"
  - text "Inside First"
  - iframe "Second"
    - text "Inside Second"
    - iframe "Third"
      - text "Inside Third"
      - iframe "Fourth" [content=too_deep]
- iframe "Source"
  - text "Of its source"
  - button "Of the source"
- iframe "Written"
  - heading "Now written" [level=1]
- iframe "blank"
- iframe "Small"
  - text "In a small one"
- text "Needed"
- text "Needed too"
"##;
        assert_eq!(seen, expected.trim());
    });
}
