//! Facts of a page and lists of what it refers to (*Page Data*, *History URL redaction*,
//! *Sensitive-field redaction*).

use kitsune_e2e::{Kit, Origin, Reply, TabId, Value, json, run};

const LISTS: [&str; 5] =
    ["/api/links", "/api/images", "/api/meta", "/api/structured-data", "/api/iframes"];

async fn read(kit: &Kit<'_>, tab: TabId, path: &str) -> Reply {
    let reply = kit.agent().post(path, json!({"tabId": tab})).await;
    reply.is_ok();
    reply
}

/// One field of every item of a list.
fn each(reply: &Reply, list: &str, field: &str) -> Vec<Value> {
    let items = reply[list].as_array().unwrap_or_else(|| panic!("no {list}\n{reply}"));
    items.iter().map(|item| item[field].clone()).collect()
}

#[test]
fn page_info_tells_the_facts_of_a_page() {
    run(async |kit| {
        let page = "<title>Shop</title><form></form><form></form><a href=/a>A</a><a>No link</a>\
            <map name=m><area href=/b></map><img alt=x>\
            <div id=host></div><div style='height:5000px;width:5000px'></div>\
            <script>host.attachShadow({mode: 'closed'}).innerHTML = '<a href=/c>C</a>'</script>";
        let url = format!("{}?access_token=s3cret", kit.page(page));
        let tab = kit.agent().opens(&url).await;
        kit.in_page(tab, "void scrollTo(30, 400)").await;
        let info = read(kit, tab, "/api/page-info").await;
        let expected = json!({
            "url": url.replace("s3cret", "[redacted]"), "title": "Shop",
            "readyState": "complete", "lang": "en",
            "width": kit.in_page(tab, "innerWidth").await,
            "height": kit.in_page(tab, "innerHeight").await,
            "forms": 2, "links": 3, "images": 1, "scrollX": 30, "scrollY": 400, "tabId": tab,
            "policy": null, "dialogs": []
        });
        assert_eq!(info.json, expected);
        // Never cached.
        kit.in_page(tab, "void (document.title = 'Sold', document.documentElement.lang = '')")
            .await;
        let info = read(kit, tab, "/api/page-info").await;
        assert_eq!((&info["title"], &info["lang"]), (&json!("Sold"), &json!("")), "{info}");
        assert!(info.json.get("_cached").is_none(), "{info}");
    });
}

#[test]
fn a_page_that_still_loads_says_so() {
    run(async |kit| {
        let slow = kit.url("/slow?ms=20000");
        let tab = kit.agent().opens(&kit.page("<p>Here</p>")).await;
        let page = format!("document.body.innerHTML = '<iframe src=\"{slow}\"></iframe>'");
        // The document is written anew and waits for its frame.
        kit.in_page(tab, &format!("void (document.open(), document.write('<p>'), {page})")).await;
        let info = read(kit, tab, "/api/page-info").await;
        assert_ne!(info["readyState"], "complete", "{info}");
    });
}

#[test]
fn page_info_counts_what_the_lists_list() {
    run(async |kit| {
        let page = "<a href=/1>1</a><nav hidden><a href=/2>2</a></nav><img alt=1><x-a><template \
            shadowrootmode=open><a href=/3>3</a><img alt=2><form></form></template></x-a>\
            <iframe srcdoc='<a href=/4>4</a><img>'></iframe>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let info = read(kit, tab, "/api/page-info").await;
        let counts = (&info["links"], &info["images"], &info["forms"]);
        assert_eq!(counts, (&json!(3), &json!(2), &json!(1)));
        assert_eq!(read(kit, tab, "/api/links").await["count"], 3);
        assert_eq!(read(kit, tab, "/api/images").await["count"], 2);
    });
}

#[test]
fn page_info_tells_of_an_open_dialog() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page("<button onclick='alert(\"Hi\")'>B</button>")).await;
        let click = json!({"tabId": tab, "selector": "button"});
        kit.agent().post("/api/click", click).await.is_ok();
        let info = read(kit, tab, "/api/page-info").await;
        let open = &info["dialogs"][0];
        assert_eq!((&open["type"], &open["message"]), (&json!("alert"), &json!("Hi")), "{info}");
        assert_eq!((&open["pending"], &open["response"]), (&json!(true), &json!(null)), "{info}");
    });
}

#[test]
fn links_have_an_absolute_address_and_a_text() {
    run(async |kit| {
        let page = "<base href='/shop/'><a href='cart?token=s3cret#x'>Cart <b>(2)</b></a>\
            <a href=#><img alt=Home></a><a href=/l aria-label=Labelled></a>\
            <nav style='display:none'><a href='https://ada:pw@other.example/'>Away</a></nav>\
            <a href='mailto:a@b.example'>Mail</a><a name=anchor>None</a>\
            <a href=/m>Pin <i style='-webkit-text-security:disc'>hunter2</i></a>\
            <map name=m><area href=/area alt=Area></map>";
        let address = kit.page(page);
        let origin = &address[..address.rfind("/page/").unwrap()];
        let tab = kit.agent().opens(&address).await;
        let reply = read(kit, tab, "/api/links").await;
        let link = |href: &str, text: &str| json!({"href": href, "text": text});
        let expected = json!({"count": 7, "links": [
            link(&format!("{origin}/shop/cart?token=[redacted]#x"), "Cart (2)"),
            link(&format!("{origin}/shop/#"), "Home"),
            link(&format!("{origin}/l"), "Labelled"),
            link("https://other.example/", "Away"),
            link("mailto:a@b.example", "Mail"),
            link(&format!("{origin}/m"), "Pin"),
            link(&format!("{origin}/area"), "Area"),
        ]});
        assert_eq!(reply.json, expected, "{reply}");
    });
}

#[test]
fn internal_links_are_those_of_the_pages_own_site() {
    run(async |kit| {
        let sibling = kit.url_on(Origin::Sibling, "/x");
        let own = kit.url("/y");
        let page = format!(
            "<a href='{own}'>Own</a><a href='{sibling}'>Sibling</a><a href=#z>Here</a>\
             <a href='javascript:1'>Script</a><a href='{}'>Port</a>",
            kit.url("/y").replace(".localhost:", ".localhost:1")
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let body = json!({"tabId": tab, "internalOnly": true});
        let reply = kit.agent().post("/api/links", body).await;
        assert_eq!(each(reply.is_ok(), "links", "text"), [json!("Own"), json!("Here")], "{reply}");
        assert_eq!(reply["count"], 2);
        let body = json!({"tabId": tab, "internalOnly": "yes"});
        kit.agent().post("/api/links", body).await.is_error("invalid_argument").has_status(400);
    });
}

#[test]
fn long_lists_are_cut_and_say_how_much_there_is() {
    run(async |kit| {
        let many: String = (0..700).map(|n| format!("<a href=/{n}>Link {n}</a>")).collect();
        let long: String = (0..99)
            .map(|n| format!("<img alt=i{n} src='/{}?token=s3cret'>", "x".repeat(1900)))
            .collect();
        let huge = format!("<iframe src='/f?token=s3cret&x={}'></iframe>", "y".repeat(5000));
        let tab = kit.agent().opens(&kit.page(format!("{many}{long}{huge}"))).await;
        let links = read(kit, tab, "/api/links").await;
        assert_eq!((&links["count"], &links["truncated"]), (&json!(700), &json!(true)));
        assert_eq!(links["links"].as_array().unwrap().len(), 500);
        links.mentions("hint", "first 500 of 700");
        let images = read(kit, tab, "/api/images").await;
        assert_eq!((&images["count"], &images["truncated"]), (&json!(99), &json!(true)));
        assert!(images.json.to_string().len() < 60_000);
        // What cannot be redacted for its length is left out.
        let frames = read(kit, tab, "/api/iframes").await;
        assert_eq!(each(&frames, "iframes", "src"), [json!(kit.url("/f"))], "{frames}");
    });
}

#[test]
fn images_have_source_alternative_text_and_natural_size() {
    run(async |kit| {
        let dot = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
        let page = format!(
            "<img src='{dot}' width=40 alt='A  dot'><img hidden src='/none?sig=s3cret'>\
             <picture><source srcset='/fixtures/none.svg'><img alt=P></picture>\
             <div style='background:url(/b.png)'></div>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = read(kit, tab, "/api/images").await;
        let expected = json!({"count": 3, "images": [
            {"src": "data:image/gif;base64,…", "alt": "A dot", "naturalWidth": 1, "naturalHeight": 1},
            {"src": kit.url("/none?sig=[redacted]"), "alt": "", "naturalWidth": 0, "naturalHeight": 0},
            {"src": kit.url("/fixtures/none.svg"), "alt": "P", "naturalWidth": 0, "naturalHeight": 0},
        ]});
        assert_eq!(reply.json, expected, "{reply}");
    });
}

#[test]
fn meta_tells_what_the_page_says_of_itself() {
    run(async |kit| {
        let page = "<!doctype html><html><head><meta charset=utf-8><title>Bread</title>\
            <meta name=description content='Two  hours'>\
            <meta property=og:image content='https://a.example/1?token=s3cret'>\
            <meta property=og:image content='https://a.example/2'>\
            <meta http-equiv=refresh content='9999; url=https://ada:pw@a.example/'>\
            <meta content=nameless>\
            <link rel=canonical href='/bread?code=s3cret'>\
            <link rel=alternate type=application/rss+xml title=News href=/feed>\
            <link rel=alternate hreflang=de href=/de><link href=/norel></head><body>x";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = read(kit, tab, "/api/meta").await;
        let canonical = kit.url("/bread?code=[redacted]");
        let expected = json!({
            "title": "Bread", "url": reply["url"], "canonical": canonical,
            "meta": {
                "charset": "utf-8", "description": "Two  hours",
                "og:image": ["https://a.example/1?token=[redacted]", "https://a.example/2"],
                "refresh": "9999; url=https://a.example/"
            },
            "links": [
                {"rel": "canonical", "href": canonical},
                {"rel": "alternate", "href": kit.url("/feed"), "type": "application/rss+xml",
                    "title": "News"},
                {"rel": "alternate", "href": kit.url("/de"), "hreflang": "de"},
            ]
        });
        assert_eq!(reply.json, expected, "{reply}");
        assert!(reply["url"].as_str().unwrap().contains("/page/"), "{reply}");
    });
}

#[test]
fn structured_data_is_json_ld_open_graph_and_twitter_cards() {
    run(async |kit| {
        let page = "<script type=application/ld+json>[{\"@type\": \"Offer\", \"price\": 12.5,\
            \"url\": \"https://a.example/?sessionid=s3cret\"}]</script>\
            <script type='application/LD+JSON'>{broken</script>\
            <script type=application/json>{\"not\": \"linked\"}</script>\
            <meta property=og:title content=Bread><meta name=twitter:card content=summary>\
            <meta property='og:image' content='/a.png'><meta name=author content=Ada>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = read(kit, tab, "/api/structured-data").await;
        let offer = json!([{"@type": "Offer", "price": 12.5,
            "url": "https://a.example/?sessionid=[redacted]"}]);
        let expected = json!({
            "jsonld": [offer], "openGraph": {"title": "Bread", "image": "/a.png"},
            "twitter": {"card": "summary"}, "unreadable": 1
        });
        assert_eq!(reply.json, expected, "{reply}");
    });
}

#[test]
fn structured_data_that_is_too_long_is_left_out_as_a_whole() {
    run(async |kit| {
        let block = |length: usize| {
            let text = "x".repeat(length);
            format!("<script type=application/ld+json>{{\"a\": \"{text}\"}}</script>")
        };
        let page = format!("{}{}{}", block(10), block(60_000), block(20));
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = read(kit, tab, "/api/structured-data").await;
        assert_eq!(reply["jsonld"].as_array().unwrap().len(), 2, "{reply}");
        assert_eq!(reply["truncated"], true);
        let empty = kit.agent().opens(&kit.page("<p>Plain</p>")).await;
        let reply = read(kit, empty, "/api/structured-data").await;
        assert_eq!(reply.json, json!({"jsonld": [], "openGraph": {}, "twitter": {}}));
    });
}

#[test]
fn iframes_say_whether_they_are_of_the_page_and_can_be_read() {
    run(async |kit| {
        let own = kit.page("<iframe></iframe>");
        let other = kit.page_on(Origin::Other, "<p>Other</p>");
        let page = format!(
            "<iframe src='{own}?token=s3cret' title='A frame' name=f></iframe>\
             <iframe src='{other}'></iframe><iframe sandbox src='{own}'></iframe>\
             <iframe srcdoc='<p>Doc</p>'></iframe><iframe></iframe>\
             <x-a><template shadowrootmode=closed><iframe hidden src='{own}'></iframe></template></x-a>"
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = read(kit, tab, "/api/iframes").await;
        let frame = |src: &str, same: bool, accessible: bool| json!({"src": src, "sameOrigin": same, "accessible": accessible});
        let mut first = frame(&format!("{own}?token=[redacted]"), true, true);
        first["name"] = "f".into();
        first["title"] = "A frame".into();
        let expected = json!([
            first,
            frame(&other, false, false),
            frame(&own, true, false),
            frame("about:srcdoc", true, true),
            frame("about:blank", true, true),
            frame(&own, true, true),
        ]);
        assert_eq!((&reply["iframes"], &reply["count"]), (&expected, &json!(6)), "{reply}");
    });
}

#[test]
fn an_unloaded_tab_is_loaded_for_a_read_and_stays_in_the_background() {
    run(async |kit| {
        let person = kit.person().await;
        for path in ["/api/links", "/api/page-text-by-tab-id"] {
            let tab = kit.agent().opens(&kit.page("<a href=/x>Here</a>")).await;
            person.unloads(tab).await;
            let reply = read(kit, tab, path).await;
            assert!(reply.json.to_string().contains("Here"), "{reply}");
            let shown = kit.tabs().await.into_iter().find(|open| open.id == tab).unwrap();
            assert!(!shown.selected, "{path}");
        }
    });
}

#[test]
fn pages_of_the_browser_and_wrong_arguments_are_refused() {
    run(async |kit| {
        let agent = kit.agent();
        let person = kit.person().await;
        let internal = person.opens("about:support").await;
        let tab = agent.opens(&kit.page("<p>Here</p>")).await;
        let more = ["/api/page-info", "/api/page-text", "/api/page-text-by-tab-id"];
        for path in LISTS.into_iter().chain(more) {
            let reply = agent.post(path, json!({"tabId": internal})).await;
            reply.is_error("restricted_page");
            let reply = agent.post(path, json!({"tabId": tab, "deep": true})).await;
            reply.is_error("invalid_argument").has_status(400);
            agent.post(path, json!({"tabId": 0})).await.is_error("invalid_tab_id");
            let core = kit.agent().with("x-kitsune-caps", "core");
            core.post(path, json!({"tabId": tab})).await.is_error("capability_restricted");
            let reading = kit.agent().with("x-kitsune-mode", "read");
            reading.post(path, json!({"tabId": tab})).await.is_ok();
        }
        person.closes(internal).await;
    });
}

#[test]
fn a_get_and_a_camel_case_path_read_the_active_tab() {
    run(async |kit| {
        let person = kit.person().await;
        let tab = person.opens(&kit.page("<title>Mine</title><p>Shown to me</p>")).await;
        for path in ["/api/page-info", "/api/pageInfo"] {
            let info = kit.agent().get(path).await;
            assert_eq!((&info.is_ok()["title"], &info["tabId"]), (&json!("Mine"), &json!(tab)));
        }
        for path in ["/api/page-text", "/api/pageText"] {
            kit.agent().get(path).await.is_ok().mentions("text", "Shown to me");
        }
        let named = json!({"tabId": tab});
        kit.agent().post("/api/pageTextByTabId", named.clone()).await.is_ok();
        kit.agent().post("/api/structuredData", named).await.is_ok();
        kit.agent().get("/api/links").await.has_status(405);
        person.closes(tab).await;
    });
}

#[test]
fn the_tools_of_the_read_group_read_page_data() {
    run(async |kit| {
        let page = "<title>Bread</title><a href=https://a.example/>Away</a> <a href=#>Here</a>\
            <img alt=Loaf><iframe srcdoc=x></iframe><meta property=og:title content=OG>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let client = kit.mcp_with(&[("KITSUNE_CAPS", "core,read")]).await;
        for (tool, path, expected) in [
            ("browser_page_info", "/title", json!("Bread")),
            ("browser_page_text", "/text", json!("Away Here\nx")),
            ("browser_links", "/links/0/text", json!("Away")),
            ("browser_images", "/images/0/alt", json!("Loaf")),
            ("browser_meta", "/meta/og:title", json!("OG")),
            ("browser_structured_data", "/openGraph/title", json!("OG")),
            ("browser_iframes", "/count", json!(1)),
        ] {
            let reply = client.call(tool, json!({"tab_id": tab})).await;
            assert_eq!(reply.is_ok().json.pointer(path), Some(&expected), "{reply}");
        }
        let internal = json!({"tab_id": tab, "internal_only": true});
        assert_eq!(client.call("browser_links", internal).await.is_ok()["count"], 1);
    });
}
