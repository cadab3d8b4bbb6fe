//! Images, drawings, image maps and media (*Images*, *Media*).

use kitsune_e2e::run;

use super::seen;

#[test]
fn graphics_are_listed_by_name_and_as_controls_where_they_are_some() {
    run(async |kit| {
        let seen = seen(
            kit,
            r##"
<svg width=100 height=100><title>Chart</title><desc>described</desc><text y=20>Bar <tspan>one</tspan></text><text y=30>Bar two</text>
<a href="/more"><text y=40>More bars</text></a><g role=button tabindex=0 aria-label=Zoom></g><path onclick="1" d="M0 0h9v9z"><title>Country</title></path><foreignObject width=9 height=9><p>Foreign</p></foreignObject></svg>
<svg width=9 height=9 aria-label=Logo></svg><svg width=9 height=9><path d="M0 0h9v9z"></path></svg><svg width=9 height=9 onclick=1><title>Close</title></svg><svg width=9 height=9 tabindex=0></svg>
<svg width=9 height=9 role=graphics-document aria-label=Graph></svg><span role=img aria-label=Smile>:)</span>
<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="A box"><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" title="A titled box"><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="" title="decorative"><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="no role" role=none>
<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="Pressed" onclick=1><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="Focused" tabindex=0><a href=/x><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="In a link"></a><button><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="In a button"></button>
<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" usemap=#plan alt=Plan width=20 height=20><map name=plan><area href=/kitchen alt=Kitchen coords=0,0,9,9><area alt=nowhere coords=9,9,12,12></map><map name=unused><area href=/x alt=unused></map>
<canvas width=24 height=24>fallback<button>fallback</button></canvas><canvas width=23 height=24></canvas><canvas width=9 height=9 aria-label="Small drawing"></canvas>
<video width=9 height=9 muted>no video</video><audio controls>no audio</audio><embed src="/x"><math><mi>a</mi><mo>+</mo><mi>b</mi></math>
"##,
        )
        .await;
        let expected = r##"
- img "Chart"
  - text "Bar one"
  - text "Bar two"
  - link "More bars"
    - /url: "/more"
  - button "Zoom"
  - button "Country"
  - text "Foreign"
- img "Logo"
- button "Close"
- button
- graphics-document "Graph"
- img "Smile"
- img "A box"
- img "A titled box"
- button "Pressed"
- button "Focused"
- link "In a link"
  - /url: "/x"
  - img "In a link"
- button "In a button"
  - img "In a button"
- img "Plan"
- link "Kitchen"
  - /url: "/kitchen"
- canvas
- canvas "Small drawing"
- video [duration=null] [currentTime=0] [paused=true] [muted=true] [controls=false]
- audio [duration=null] [currentTime=0] [paused=true] [muted=false] [controls=true]
- text "a+b"
"##;
        assert_eq!(seen, expected.trim());
    });
}
