//! Video and audio elements (*Media*). Sound is a second of silence that the page makes itself.

use kitsune_e2e::{Kit, TabId, Value, json, run};

/// `player` is an audio element with four seconds of silence.
const PLAYER: &str = "<audio id=player controls></audio><p id=text>Text</p><script>\
    const rate = 8000, seconds = 4, wav = new DataView(new ArrayBuffer(44 + rate * seconds));\
    const word = (at, text) => [...text].forEach((c, i) => wav.setUint8(at + i, c.charCodeAt(0)));\
    word(0, 'RIFF'); wav.setUint32(4, 36 + rate * seconds, true); word(8, 'WAVEfmt ');\
    wav.setUint32(16, 16, true); wav.setUint16(20, 1, true); wav.setUint16(22, 1, true);\
    wav.setUint32(24, rate, true); wav.setUint32(28, rate, true); wav.setUint16(32, 1, true);\
    wav.setUint16(34, 8, true); word(36, 'data'); wav.setUint32(40, rate * seconds, true);\
    for (let i = 44; i < wav.byteLength; i++) wav.setUint8(i, 128);\
    player.src = URL.createObjectURL(new Blob([wav], {type: 'audio/wav'}));\
    var loaded = new Promise(done => player.onloadedmetadata = () => done(player.duration));</script>";

/// The person looks at the tab for a moment: before that Firefox plays nothing in it.
async fn looked_at(kit: &Kit<'_>, tab: TabId) {
    let person = kit.person().await;
    let before = person.current_tab().await;
    person.looks_at(tab).await;
    person.looks_at(before).await;
}

async fn media(kit: &Kit<'_>, tab: TabId, more: Value) -> kitsune_e2e::Reply {
    let mut body = json!({"tabId": tab, "selector": "#player"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    kit.agent().post("/api/media", body).await
}

#[test]
fn a_seek_and_a_mute_are_answered_with_the_state() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PLAYER)).await;
        kit.in_page(tab, "loaded").await;
        let reply = media(kit, tab, json!({"op": "seek", "time": 1.5})).await;
        assert_eq!(reply.is_ok()["tag"], "audio", "{reply}");
        let state = &reply["media"];
        assert_eq!((&state["currentTime"], &state["duration"]), (&json!(1.5), &json!(4.0)));
        assert_eq!((&state["paused"], &state["muted"]), (&json!(true), &json!(false)));
        assert!(state["src"].as_str().unwrap().starts_with("blob:"), "{reply}");
        assert_eq!(state["controls"], true);
        assert!(reply.json.get("snapshot").is_none(), "{reply}");
        assert_eq!(media(kit, tab, json!({"op": "mute"})).await.is_ok()["media"]["muted"], true);
        assert_eq!(media(kit, tab, json!({"op": "unmute"})).await.is_ok()["media"]["muted"], false);
        let past = media(kit, tab, json!({"op": "seek", "time": 99})).await;
        assert_eq!(past.is_ok()["media"]["currentTime"], 4.0, "{past}");
        let state = "[player.currentTime, player.muted].join()";
        assert_eq!(kit.in_page(tab, state).await, "4,false");
    });
}

#[test]
fn sound_without_the_persons_input_is_refused_as_such() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PLAYER)).await;
        kit.in_page(tab, "loaded").await;
        looked_at(kit, tab).await;
        let reply = media(kit, tab, json!({"op": "play"})).await;
        assert_eq!((&reply["reason"], reply.status), (&json!("autoplay_blocked"), 200), "{reply}");
        reply.mentions("error", "own input").mentions("hint", "mute");
        assert!(reply["media"]["paused"] == true && reply.json.get("ok").is_none(), "{reply}");

        // A click stays a success, and says the same in its `media`.
        let click = json!({"tabId": tab, "selector": "#player"});
        let click = kit.agent().post("/api/click", click).await;
        assert_eq!(click.is_ok()["media"]["reason"], "autoplay_blocked", "{click}");
        assert_eq!(kit.in_page(tab, "player.paused").await, true);
    });
}

#[test]
fn a_source_that_cannot_be_played_is_refused() {
    run(async |kit| {
        let page = "<video id=player muted src='data:video/webm,none'></video>";
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = media(kit, tab, json!({"op": "play"})).await;
        assert_eq!(reply["reason"], "refused", "{reply}");
    });
}

#[test]
fn a_tab_that_was_never_shown_plays_nothing_and_the_request_is_taken_back() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PLAYER)).await;
        kit.in_page(tab, "loaded").await;
        media(kit, tab, json!({"op": "mute"})).await.is_ok();
        let reply = media(kit, tab, json!({"op": "play"})).await;
        assert_eq!(reply["reason"], "background_tab", "{reply}");
        assert_eq!(kit.in_page(tab, "player.paused && player.currentTime").await, 0);

        // Once it was shown it plays, in the background too.
        looked_at(kit, tab).await;
        let reply = media(kit, tab, json!({"op": "play"})).await;
        assert_eq!(reply.is_ok()["media"]["paused"], false, "{reply}");
        let reply = media(kit, tab, json!({"op": "pause"})).await;
        assert_eq!(reply.is_ok()["media"]["paused"], true, "{reply}");

        let click = json!({"tabId": tab, "selector": "#player"});
        let on = kit.agent().post("/api/click", click.clone()).await;
        assert_eq!(on.is_ok()["media"]["paused"], false, "{on}");
        let off = kit.agent().post("/api/click", click).await;
        assert_eq!(off.is_ok()["media"]["paused"], true, "{off}");
    });
}

#[test]
fn what_still_loads_is_not_left_to_begin_when_the_person_comes() {
    run(async |kit| {
        let page = format!(
            "<audio id=player muted controls preload=none src='{}'></audio>",
            kit.url("/hang")
        );
        let tab = kit.agent().opens(&kit.page(page)).await;
        let reply = media(kit, tab, json!({"op": "play"})).await;
        assert_eq!(reply["reason"], "background_tab", "{reply}");
        looked_at(kit, tab).await;
        assert_eq!(kit.in_page(tab, "player.paused").await, true);
        // In a tab that was shown it waits for its source, and the answer says so.
        let reply = media(kit, tab, json!({"op": "play"})).await;
        reply.is_ok().mentions("note", "still loading");
        assert_eq!(kit.in_page(tab, "player.paused").await, false);
    });
}

#[test]
fn a_click_that_the_page_handles_or_cancels_toggles_nothing() {
    run(async |kit| {
        for handler in ["e => e.preventDefault()", "() => { player.muted = true; player.play() }"] {
            let page =
                PLAYER.replace("</script>", &format!(";player.onclick = {handler};</script>"));
            let tab = kit.agent().opens(&kit.page(page)).await;
            kit.in_page(tab, "loaded").await;
            looked_at(kit, tab).await;
            let click = json!({"tabId": tab, "selector": "#player"});
            let reply = kit.agent().post("/api/click", click).await;
            assert!(reply.is_ok().json.get("media").is_none(), "{handler}\n{reply}");
        }
    });
}

#[test]
fn what_is_no_media_element_is_refused() {
    run(async |kit| {
        let tab = kit.agent().opens(&kit.page(PLAYER)).await;
        let body = json!({"tabId": tab, "selector": "#text", "op": "play"});
        let reply = kit.agent().post("/api/media", body).await;
        reply.mentions("error", "no video or audio element");
        media(kit, tab, json!({"op": "stop"})).await.is_error("invalid_argument");
        media(kit, tab, json!({"op": "seek"})).await.is_error("invalid_argument");
        let mode = kit.agent().with("x-kitsune-mode", "draft");
        let body = json!({"tabId": tab, "selector": "#player", "op": "mute"});
        mode.post("/api/media", body).await.is_error("mode_restricted");
    });
}
