//! Controls and what their lines say of their state.

use kitsune_e2e::run;

use super::seen;

#[test]
fn controls_tell_their_names_values_and_states() {
    run(async |kit| {
        let seen = seen(
            kit,
            r##"
<label>Closed<select><optgroup label=not-listed><option>not listed<option selected>Chosen</optgroup></select></label>
<select size=4 aria-label=Open><optgroup label=Fruit><option>Apple<option selected>Pear</optgroup><option disabled>Nut<option label=Labelled>hidden text</select>
<select multiple aria-label=Several><option selected>One<option selected>Two</select>
<fieldset disabled><legend>Off <button>In the legend</button></legend><input aria-label=Street></fieldset>
<fieldset><legend>Size</legend><input type=radio name=s aria-label=Small><input type=radio name=s aria-label=Large checked></fieldset>
<input type=checkbox aria-label=Some id=some><input type=checkbox role=switch aria-label=Light checked><div role=checkbox tabindex=0 aria-checked=mixed>Mixed</div>
<div role=listbox aria-label=Colours><div role=option aria-selected=true>Red</div><div role=option aria-checked=true>Blue</div></div>
<input required readonly aria-invalid=true value=Words aria-label=Word><input type=range aria-label=Loud value=3><input type=number value=4 aria-label=Count><input type=color value="#ff0000" aria-label=Colour><input type=date value=2026-01-02 aria-label=Day><input type=file aria-label=Paper><input type=hidden value=hidden>
<textarea aria-label=Letter>Dear
you</textarea><div contenteditable aria-label=Editor><p>Written</p></div><div contenteditable=false>Not an editor</div>
<button aria-pressed=true>Bold</button><button aria-expanded=true aria-haspopup=menu>Menu</button><a href=/here aria-current=page>Here</a><a href="mailto:a@b.example">Mail</a>
<div role=slider tabindex=0 aria-label=Heat aria-valuenow=5 aria-valuetext=warm></div><meter value=0.5 aria-label=Disk>half</meter><progress value=3 max=9 aria-label=Load>third</progress><output>42</output>
<label><input type=checkbox style=display:none>Behind a label</label><label>Paper <input type=file hidden></label><input type=submit><input type=reset><input type=button value=Push>
<script>some.indeterminate = true</script>
"##,
        )
        .await;
        let expected = r##"
- combobox "Closed" [value=Chosen]
- listbox "Open"
  - group "Fruit"
    - option "Apple"
    - option "Pear" [selected]
  - option "Nut" [disabled]
  - option "Labelled"
- listbox "Several" [multiselectable]
  - option "One" [selected]
  - option "Two" [selected]
- group "Off In the legend" [disabled]
  - button "In the legend"
  - textbox "Street" [disabled]
- group "Size"
  - radio "Small" [checked=false]
  - radio "Large" [checked=true]
- checkbox "Some" [checked=mixed]
- switch "Light" [checked=true]
- checkbox "Mixed" [checked=mixed]
- listbox "Colours"
  - option "Red" [selected]
  - option "Blue" [checked=true]
- textbox "Word" [value=Words] [invalid=true] [readonly] [required]
- slider "Loud" [value=3]
- spinbutton "Count" [value=4]
- button "Colour" [value="#ff0000"]
- textbox "Day" [value=2026-01-02]
- button "Paper"
- textbox "Letter" [value="Dear you"]
- textbox "Editor" [value=Written]
- text "Not an editor"
- button "Bold" [pressed=true]
- button "Menu" [expanded=true]
- link "Here" [current=page]
  - /url: "/here"
- link "Mail"
- slider "Heat" [value=warm]
- meter "Disk" [value=0.5]
- progressbar "Load" [value=3]
- status
  - text "42"
- checkbox "Behind a label" [checked=false]
- button "Paper"
- button "Submit"
- button "Reset"
- button "Push"
"##;
        assert_eq!(seen, expected.trim());
    });
}
