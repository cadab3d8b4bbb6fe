//! The protocol against a stand-in for Firefox.

#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

use kitsune_debugger::{Address, Debugger, DebuggerError};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// Listens as Firefox does; each evaluation has `result` added to its answer.
async fn firefox(result: Value) -> Address {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        serve(BufReader::new(stream), &result).await
    });
    Address::Port(port)
}

async fn serve(mut stream: BufReader<TcpStream>, result: &Value) -> Option<()> {
    write(&mut stream, json!({"from": "root", "applicationType": "browser"})).await;
    loop {
        let mut length = Vec::new();
        stream.read_until(b':', &mut length).await.ok()?;
        length.pop()?;
        let mut packet = vec![0; String::from_utf8(length).ok()?.parse().ok()?];
        stream.read_exact(&mut packet).await.ok()?;
        let request: Value = serde_json::from_slice(&packet).unwrap();
        let from = &request["to"];
        // An event of the same actor is no answer.
        write(&mut stream, json!({"from": from, "type": "forwardingCancelled"})).await;
        match request["type"].as_str().unwrap() {
            "getProcess" => {
                write(&mut stream, json!({"from": from, "processDescriptor": {"actor": "p"}}))
                    .await;
            }
            "getTarget" => {
                write(&mut stream, json!({"from": from, "process": {"consoleActor": "c"}})).await;
            }
            "evaluateJSAsync" => {
                write(&mut stream, json!({"from": from, "resultID": "1"})).await;
                write(&mut stream, json!({"from": from, "type": "x", "resultID": "0"})).await;
                let mut answer = json!({"from": from, "type": "x", "resultID": "1"});
                answer.as_object_mut().unwrap().extend(result.as_object().unwrap().clone());
                write(&mut stream, answer).await;
            }
            "substring" => {
                let whole = "x".repeat(request["end"].as_u64()?.try_into().ok()?);
                write(&mut stream, json!({"from": from, "substring": whole})).await;
            }
            other => panic!("{other}"),
        }
    }
}

async fn write(stream: &mut BufReader<TcpStream>, packet: Value) {
    let text = packet.to_string();
    stream.write_all(format!("{}:{text}", text.len()).as_bytes()).await.unwrap();
}

async fn evaluate(result: Value) -> Result<String, DebuggerError> {
    let mut debugger = Debugger::connect(&firefox(result).await).await?;
    debugger.evaluate("1 + 1").await
}

#[tokio::test]
async fn a_string_of_any_length_is_the_value() {
    assert_eq!(evaluate(json!({"result": "short"})).await.unwrap(), "short");
    let long = json!({"result": {"type": "longString", "actor": "s", "length": 100_000}});
    assert_eq!(evaluate(long).await.unwrap().len(), 100_000);
}

#[tokio::test]
async fn an_exception_and_a_value_that_is_no_string_are_told_apart() {
    let thrown = evaluate(json!({"exceptionMessage": "no such tab", "result": "x"})).await;
    assert!(matches!(thrown, Err(DebuggerError::Thrown(text)) if text == "no such tab"));
    let number = evaluate(json!({"result": 5})).await;
    assert!(matches!(number, Err(DebuggerError::Protocol(text)) if text.contains('5')));
}

#[tokio::test]
async fn a_connection_that_ends_is_no_answer() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = Address::Port(listener.local_addr().unwrap().port());
    tokio::spawn(async move { drop(listener.accept().await) });
    let refused = Debugger::connect(&address).await.err();
    assert!(matches!(refused, Some(DebuggerError::Connection(_))), "{refused:?}");
}
