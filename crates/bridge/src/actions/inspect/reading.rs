//! Markdown and articles, made of HTML that the content script has written for reading.
//!
//! Both parsers keep their tree in one list, so that no nesting of a page exhausts the stack.

use dom_query::Document;
use dom_smoothie::{Config, Readability, TextMode};

/// An article with more elements is not looked for: the search compares them with each other.
const ELEMENTS: usize = 50_000;

/// Stands for an ampersand in an address, which would be escaped: agents copy addresses as they
/// are. No text has this character.
const AMPERSAND: &str = "\u{fdd0}";

/// What is known of an article.
pub(super) struct Article {
    pub(super) title: String,
    pub(super) byline: Option<String>,
    pub(super) published_time: Option<String>,
    pub(super) site_name: Option<String>,
    pub(super) excerpt: Option<String>,
    pub(super) text: String,
}

/// The HTML as Markdown.
pub(super) fn markdown(html: &str) -> String {
    let document = Document::from(html);
    for node in document.select("[href], [src]").nodes() {
        for name in ["href", "src"] {
            if let Some(address) = node.attr(name).filter(|address| address.contains('&')) {
                node.set_attr(name, &address.replace('&', AMPERSAND));
            }
        }
    }
    let text = document.md(Some(&["script", "style", "meta", "head"]));
    text.trim().replace(AMPERSAND, "&")
}

/// The article in the HTML, if there is one.
pub(super) fn article(html: &str, url: &str) -> Option<Article> {
    let url = Some(url).filter(|url| url.starts_with("http://") || url.starts_with("https://"));
    let config = Config {
        max_elements_to_parse: ELEMENTS,
        text_mode: TextMode::Formatted,
        ..Config::default()
    };
    let article = Readability::new(html, url, Some(config)).ok()?.parse().ok()?;
    let text = article.text_content.trim().to_owned();
    (!text.is_empty()).then_some(Article {
        title: article.title,
        byline: article.byline,
        published_time: article.published_time,
        site_name: article.site_name,
        excerpt: article.excerpt,
        text,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn headings_lists_links_tables_and_code_become_markdown() {
        let html = "<h1>News</h1><p>A <b>bold</b> <a href='https://a.example/?a=1&amp;b=2'>link</a></p>\
            <ul><li>one<li>two</ul><pre>let a = 1;\n  b</pre>\
            <table><tr><th>A<th>B<tr><td>1<td>2</table>";
        insta::assert_snapshot!(markdown(html));
    }

    #[test]
    fn an_article_has_title_author_date_and_text() {
        let paragraph =
            "Foxes live in most of the northern hemisphere, and are good at it. ".repeat(8);
        let html = format!(
            "<html><head><title>On foxes</title><meta name=author content='Ada'>\
             <meta property='article:published_time' content='2026-05-01'></head><body>\
             <nav>Home About</nav><article><h1>On foxes</h1><p>{paragraph}</p><p>{paragraph}</p>\
             </article></body></html>"
        );
        let article = article(&html, "https://a.example/foxes").unwrap();
        assert_eq!(article.title, "On foxes");
        assert_eq!(article.byline.as_deref(), Some("Ada"));
        assert_eq!(article.published_time.as_deref(), Some("2026-05-01"));
        assert!(article.text.contains("northern hemisphere") && !article.text.contains("About"));
    }

    #[test]
    fn deep_nesting_does_not_exhaust_the_stack() {
        for tag in ["div", "b", "ul><li", "blockquote", "table><tr><td"] {
            let html = format!("<{tag}>").repeat(500) + "end";
            assert!(markdown(&html).contains("end"), "{tag}");
            article(&html, "https://a.example/");
        }
    }

    fn pieces() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            Just("<table><tr><td>"),
            Just("</table>"),
            Just("<ul><li>"),
            Just("</ul>"),
            Just("<ol start=99999999999>"),
            Just("<pre><code>"),
            Just("</pre>"),
            Just("<a href='x'>"),
            Just("</a>"),
            Just("<h1>"),
            Just("</h1>"),
            Just("<p>"),
            Just("<b><i>"),
            Just("</b>"),
            Just("<br>"),
            Just("<img alt=é>"),
            Just("a|b `c` *d* 한\u{301}"),
            Just("\n  \u{a0}"),
            Just("<blockquote>"),
            Just("<svg><title>"),
            Just("<td colspan=-1>"),
            Just("<caption>"),
            Just("<script type='application/ld+json'>{\"@type\":[1]}</script>"),
        ];
        prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn no_html_makes_them_panic(html in pieces()) {
            markdown(&html);
            article(&html, "https://a.example/");
        }
    }
}
