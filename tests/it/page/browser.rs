//! A real browser over its own debugging pipe: opens pages, evaluates, presses keys, collects errors.
//! Tests have it one after the other, each with a page of its own.

use std::io::{BufRead, BufReader, Write};
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use serde_json::{Value, json};

/// How long the browser may take for one answer: it is broken then, not slow.
const PATIENCE: Duration = Duration::from_mins(5);

/// The browser that is running, if one is.
static RUNNING: Mutex<Option<Browser>> = Mutex::new(None);

/// How many tests have it or wait for it. The last of them ends it.
static USERS: AtomicUsize = AtomicUsize::new(0);

/// The browser, for one test.
pub(crate) struct Lent(MutexGuard<'static, Option<Browser>>);

impl Deref for Lent {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        self.0.as_ref().expect("there until this is dropped")
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut Browser {
        self.0.as_mut().expect("there until this is dropped")
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        // After a failure nobody knows what it still has to say.
        if USERS.fetch_sub(1, Ordering::Relaxed) == 1 || std::thread::panicking() {
            *self.0 = None;
        }
    }
}

/// Chromium, headless.
pub(crate) struct Browser {
    child: Child,
    to: ChildStdin,
    from: mpsc::Receiver<Value>,
    target: Option<Value>,
    session: Option<String>,
    calls: u64,
    events: Vec<Value>,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// With an empty page and no complaints. Starts it where it is not running.
    pub(crate) fn lend() -> Lent {
        USERS.fetch_add(1, Ordering::Relaxed);
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        running.get_or_insert_with(Self::start).turn_over();
        Lent(running)
    }

    fn start() -> Self {
        let profile = tempfile::tempdir().expect("a folder");
        // The shell gives the browser its pipe as descriptors 3 and 4.
        let script = "exec chromium \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null";
        let mut child = Command::new("sh")
            .args(["-c", script, "chromium", "--headless", "--no-sandbox", "--disable-gpu"])
            .args(["--remote-debugging-pipe", "--disable-dev-shm-usage", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-extensions"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let to = child.stdin.take().expect("piped");
        let mut reader = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, from) = mpsc::channel();
        std::thread::spawn(move || {
            let mut message = Vec::new();
            while reader.read_until(0, &mut message).is_ok_and(|length| length > 0) {
                let value = serde_json::from_slice(&message[..message.len() - 1]).expect("JSON");
                if sender.send(value).is_err() {
                    return;
                }
                message.clear();
            }
        });
        let (target, session, calls, events) = (None, None, 0, Vec::new());
        Self { child, to, from, target, session, calls, events, _profile: profile }
    }

    /// A new page in place of the last one.
    fn turn_over(&mut self) {
        self.session = None;
        let target = self.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = self.call("Target.attachToTarget", &attach);
        // The browser would end with its last page.
        if let Some(last) = self.target.replace(target["targetId"].clone()) {
            self.call("Target.closeTarget", &json!({ "targetId": last }));
        }
        self.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{domain}.enable"), &json!({}));
        }
    }

    /// Opens a file and waits until it has loaded.
    pub(crate) fn open(&mut self, file: &Path) {
        self.events.clear();
        // A page that differs only after the `#` would not be loaded anew.
        self.call("Page.navigate", &json!({ "url": "about:blank" }));
        self.wait("Page.loadEventFired");
        self.call("Page.navigate", &json!({ "url": format!("file://{}", file.display()) }));
        self.wait("Page.loadEventFired");
    }

    fn wait(&mut self, event: &str) {
        while !self.events.iter().any(|seen| seen["method"] == event) {
            self.receive();
        }
        self.events.retain(|seen| seen["method"] != event);
    }

    fn receive(&mut self) -> Value {
        let message = self.from.recv_timeout(PATIENCE).expect(
            "Chromium answers; these tests need it: `apt-get install chromium` (`.ci/run` does)",
        );
        // The last page may still be speaking.
        let is_of_page = message["sessionId"].as_str() == self.session.as_deref();
        if is_of_page && message.get("method").is_some() {
            self.events.push(message.clone());
        }
        message
    }

    /// Calls a method of the browser's protocol.
    pub(crate) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.calls += 1;
        let mut request = json!({ "id": self.calls, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            request["sessionId"] = json!(session);
        }
        let mut bytes = serde_json::to_vec(&request).expect("JSON");
        bytes.push(0);
        let sent = self.to.write_all(&bytes).and_then(|()| self.to.flush());
        sent.expect("Chromium listens; these tests need it: `apt-get install chromium`");
        loop {
            let message = self.receive();
            if message["id"] == self.calls {
                assert_eq!(message.get("error"), None, "{method}");
                return message["result"].clone();
            }
        }
    }

    /// The value of an expression, or of the promise that it gives.
    #[track_caller]
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let asked =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let result = self.call("Runtime.evaluate", &asked);
        assert_eq!(result.get("exceptionDetails"), None, "{expression}");
        result["result"]["value"].clone()
    }

    /// The text of the first element of that selector.
    #[track_caller]
    pub(crate) fn text(&mut self, selector: &str) -> String {
        let expression = format!("document.querySelector({}).textContent", json!(selector));
        self.value(&expression).as_str().expect("text").to_owned()
    }

    /// How many elements there are of that selector.
    #[track_caller]
    pub(crate) fn count(&mut self, selector: &str) -> u64 {
        let expression = format!("document.querySelectorAll({}).length", json!(selector));
        self.value(&expression).as_u64().expect("a number")
    }

    /// Clicks with the mouse on the middle of the first element of that selector.
    #[track_caller]
    pub(crate) fn click(&mut self, selector: &str) {
        let place = self.value(&format!(
            "(() => {{ const e = document.querySelector({}); e.scrollIntoView({{block: 'center', inline: 'center'}}); \
             const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()",
            json!(selector)
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    /// Presses a key: `ArrowRight`, `Enter`.
    pub(crate) fn press(&mut self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            other => panic!("{other} is not known here"),
        };
        let text = if key == "Enter" { "\r" } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": key, "code": key, "text": text, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// Errors of scripts and of the page's policy, and whatever was fetched but the page itself.
    pub(crate) fn complaints(&mut self) -> Vec<String> {
        // What was said before this answer has arrived with it.
        self.value("0");
        let bad = |event: &&Value| match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Log.entryAdded") => event["params"]["entry"]["level"] == "error",
            Some("Network.requestWillBeSent") => event["params"]["type"] != "Document",
            _ => false,
        };
        self.events.iter().filter(bad).map(ToString::to_string).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
