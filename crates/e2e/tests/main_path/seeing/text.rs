//! Text lines, tables and named containers (*browser_snapshot*, *Named containers*).

use kitsune_e2e::run;

use super::seen;

#[test]
fn the_visible_text_of_a_block_is_one_line() {
    run(async |kit| {
        let seen = seen(
            kit,
            r##"
<p>One line<br>and another</p><p>super<wbr>long</p><p>Sil&shy;ben&#8203;marken</p><p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字</p><p>日本語<span>の文</span></p><p dir=rtl>שלום <b>עולם</b> 12</p><p>👩‍👩‍👧‍👦 family</p>
<p>See <a href=/terms>the terms</a> and <em>more</em>.</p><p>Text <button>Button</button>after</p><div>Inline <div>block</div> tail</div><ul><li>One<li>Two</ul><p style=display:flex><span>Left</span><span>Right</span></p><p>In <span style=display:inline-block>line</span></p>
<h2>Head <small>line</small></h2><button>Save<br>all</button><label for=name>Name</label><input id=name><label>Mail <input> here</label><label>Nothing</label><span id=by>Described</span><input aria-labelledby=by>
<pre>a
  b</pre><del>old</del><q>quoted</q><p title=tip>Tipped</p><abbr title="World Wide Web">WWW</abbr>
"##,
        )
        .await;
        let expected = r##"
- text "One line and another"
- text "superlong"
- text "Silbenmarken"
- text "漢かん字"
- text "日本語の文"
- text "שלום עולם 12"
- text "👩‍👩‍👧‍👦 family"
- text "See the terms and more."
- link "the terms"
  - /url: "/terms"
- text "Text after"
- button "Button"
- text "Inline"
- text "block"
- text "tail"
- text "One"
- text "Two"
- text "Left"
- text "Right"
- text "In line"
- heading "Head line" [level=2]
- button "Save all"
- text "Name Mail hereNothingDescribed"
- textbox "Name"
- textbox "Mail here"
- textbox "Described"
- text "a b"
- text "oldquoted"
- text "Tipped"
- text "WWW"
"##;
        assert_eq!(seen, expected.trim());
    });
}

#[test]
fn tables_and_containers_are_listed_where_the_page_names_them() {
    run(async |kit| {
        let seen = seen(
            kit,
            r##"
<table><caption>Prices</caption><thead><tr><th scope=col>Fruit<th>Price</thead><tbody><tr><th scope=row rowspan=2>Apple<td>3<tr><td colspan=2>4 <a href=/four>each</a></tbody></table>
<table role=table aria-label=Named><tr role=row aria-label=First><td role=cell aria-label=Cell>Cell<td role=cell>Nameless</table>
<div role=grid aria-label=Days><div role=row><span role=gridcell aria-label="1 May">1</span><span role=gridcell tabindex=-1>2</span><span role=gridcell>3</span></div></div>
<div role=group aria-label=Acme>Acme</div><div role=group>Nameless group</div><figure role=figure><figcaption>Figure</figcaption></figure><article aria-label=implicit>Article</article><nav></nav><nav aria-label=Main></nav>
"##,
        )
        .await;
        let expected = r##"
- text "Prices"
- text "Fruit"
- text "Price"
- text "Apple"
- text "3"
- text "4 each"
- link "each"
  - /url: "/four"
- table "Named"
  - row "First"
    - cell "Cell"
    - text "Nameless"
- grid "Days"
  - gridcell "1 May"
  - gridcell "2"
  - text "3"
- group "Acme"
- text "Nameless group"
- figure "Figure"
- text "Article"
- navigation "Main"
"##;
        assert_eq!(seen, expected.trim());
    });
}

#[test]
fn cut_names_and_lines_keep_their_last_character_whole() {
    run(async |kit| {
        let (name, line) = ("n".repeat(159), "l".repeat(999));
        let page = format!("<button aria-label='{name}😀 more'></button><p>{line}😀 more</p>");
        let expected = format!("- button \"{name}…\"\n- text \"{line}…\"");
        assert_eq!(seen(kit, &page).await, expected);
    });
}
