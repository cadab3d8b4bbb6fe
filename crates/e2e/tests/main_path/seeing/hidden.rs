//! What is hidden, and what only looks so (*browser_snapshot*: hidden elements are left out).

use kitsune_e2e::run;

use super::seen;

#[test]
fn what_nobody_sees_is_left_out_with_all_that_is_in_it() {
    run(async |kit| {
        let seen = seen(
            kit,
            r##"
<p hidden>hidden</p><p style='display:none'>none <b style='display:block'>none</b></p>
<div aria-hidden=true>aria<button>aria</button></div><p aria-hidden=false>Aria false</p>
<div style='visibility:hidden'>invisible <b style='visibility:visible'>Visible in invisible</b> invisible
<button style='visibility:visible'>Visible button</button><button>invisible</button></div>
<p style='visibility:visible'>Seen <span style='visibility:hidden'>invisible</span></p>
<table><tr style='visibility:collapse'><td>collapsed<tr><td>Row</table>
<div style='content-visibility:hidden'>skipped<p>skipped</p><button>skipped</button></div>
<div style='content-visibility:auto;margin-top:3000px'>Far below<p>Farther below</p></div>
<div hidden=until-found>until found<p>until found</p></div>
<details>closed<summary>Closed</summary>closed<p>closed</p></details>
<details open><summary>Opened</summary>Open text<p>Open paragraph</p><summary>Second summary</summary></details>
<template><p>template</p></template><noscript>noscript</noscript><script>/* script */</script><datalist><option>datalist</datalist>
<iframe style='display:none' srcdoc=undisplayed></iframe><iframe style='visibility:hidden' srcdoc=invisible></iframe>
"##,
        )
        .await;
        let expected = r##"
- text "Aria false"
- text "Visible in invisible"
- button "Visible button"
- text "Seen"
- text "Row"
- text "Far below"
- text "Farther below"
- button "Closed" [expanded=false]
- button "Opened" [expanded=true]
- text "Open text"
- text "Open paragraph"
- text "Second summary"
"##;
        assert_eq!(seen, expected.trim());
    });
}

#[test]
fn what_is_rendered_is_listed_however_small_faint_or_far_away() {
    run(async |kit| {
        let seen = seen(
            kit,
            r##"
<div style='opacity:0'>Transparent<button>Transparent button</button></div>
<p style='position:absolute;left:-9999px'>Off the screen</p><p style='width:0;height:0;overflow:hidden'>Zero size</p>
<p style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)'>For readers</p>
<p style='clip-path:inset(100%)'>Clipped</p><p style='transform:scale(0)'>Scaled</p><p style='font-size:0'>No size</p>
<div style='display:contents'>Without a box<button style='display:contents'>Button without a box</button></div>
<p style='user-select:none'>Not selectable</p><div inert>Inert<button>Inert button</button></div>
<ul role=presentation><li role=none>Presented</li></ul><table role=presentation><tr><td>Laid out</table>
"##,
        )
        .await;
        let expected = r##"
- text "Transparent"
- button "Transparent button"
- text "Off the screen"
- text "Zero size"
- text "For readers"
- text "Clipped"
- text "Scaled"
- text "No size"
- text "Without a box"
- button "Button without a box"
- text "Not selectable"
- text "Inert"
- button "Inert button"
- text "Presented"
- text "Laid out"
"##;
        assert_eq!(seen, expected.trim());
    });
}

#[test]
fn popups_are_listed_while_they_are_open_and_what_is_behind_them_too() {
    run(async |kit| {
        let seen = seen(
            kit,
            r##"
<main><p>Behind</p><button>Behind the dialog</button></main>
<dialog>closed<button>closed</button></dialog><dialog open aria-label=Plain>Not modal</dialog>
<dialog id=modal><h2>Modal</h2><button>OK</button></dialog>
<button popovertarget=shut>Opens</button><div popover id=shut>shut</div>
<button popovertarget=shown>Closes</button><div popover=manual id=shown>Popover<button>In the popover</button></div>
<script>shown.showPopover(); modal.showModal();</script>
"##,
        )
        .await;
        let expected = r##"
- main
  - text "Behind"
  - button "Behind the dialog"
- dialog "Plain"
  - text "Not modal"
- dialog
  - heading "Modal" [level=2]
  - button "OK"
- button "Opens" [expanded=false]
- button "Closes" [expanded=true]
- text "Popover"
- button "In the popover"
"##;
        assert_eq!(seen, expected.trim());
    });
}

#[test]
fn closed_content_without_a_box_of_its_own_is_left_out() {
    run(async |kit| {
        let seen = seen(
            kit,
            r##"
<x-acc>Answer in a slot</x-acc><script>customElements.define('x-acc', class extends HTMLElement {
  constructor() { super(); this.attachShadow({mode: 'open'}).innerHTML =
    '<details><summary>Question</summary><slot></slot></details>' } })</script>
<details><summary>Closed</summary><div style="display:contents">Hidden</div></details>
<details open><summary>Open</summary><div style="display:contents">Shown</div></details>
<div style="content-visibility:hidden"><span style="display:contents">Hidden</span></div>
<svg width=99 height=99><defs><text>A</text></defs><clipPath><text>B</text></clipPath><pattern><text>C</text></pattern><mask><text>D</text></mask><marker><text>E</text></marker><text>Drawn</text></svg>
"##,
        )
        .await;
        let expected = r##"
- button "Question" [expanded=false]
- button "Closed" [expanded=false]
- button "Open" [expanded=true]
- text "Shown"
- text "Drawn"
"##;
        assert_eq!(seen, expected.trim());
    });
}
