//! A client of our own server: what `camber call` and `camber demo` speak through.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::os::fd::AsFd;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use serde_json::{Map, Value, json};

/// How long a reply may take before a watching terminal is told that it is awaited.
const PATIENCE: Duration = Duration::from_secs(1);

/// A server of this executable, started as an MCP client starts it.
pub struct Client {
    server: Child,
    requests: ChildStdin,
    replies: BufReader<ChildStdout>,
    next_id: u64,
}

/// What a tool answered.
pub enum Answer {
    /// The `result` of the call.
    Result(ToolResult),
    /// The tool refused, with its code and message in one text.
    Refused(String),
}

/// A tool's answer in its parts.
pub struct ToolResult {
    /// The notices and the summary, a line each.
    pub summary: String,
    /// The structured result.
    pub data: Map<String, Value>,
}

impl Client {
    /// Starts `camber mcp` with `arguments`; its log goes to our stderr when `log` is set.
    pub fn start(arguments: Vec<OsString>, log: bool) -> anyhow::Result<Client> {
        let mut server = Command::new("/proc/self/exe")
            .arg("mcp")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(if log { Stdio::inherit() } else { Stdio::null() })
            .spawn()
            .context("the server cannot be started")?;
        let (Some(requests), Some(replies)) = (server.stdin.take(), server.stdout.take()) else {
            bail!("the server has no pipes");
        };
        Ok(Client {
            server,
            requests,
            replies: BufReader::new(replies),
            next_id: 1,
        })
    }

    /// Calls one tool and waits for its answer.
    pub fn call(&mut self, tool: &str, arguments: Map<String, Value>) -> anyhow::Result<Answer> {
        let result = self.request("tools/call", json!({"name": tool, "arguments": arguments}))?;
        let texts: Vec<&str> = result
            .get("content")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(|block| block.get("text")?.as_str())
            .collect();
        let first = texts.first().copied().unwrap_or_default().to_owned();
        if result.get("isError") == Some(&Value::Bool(true)) {
            return Ok(Answer::Refused(first));
        }
        let data = result
            .get("structuredContent")
            .and_then(Value::as_object)
            .cloned();
        Ok(Answer::Result(ToolResult {
            summary: first,
            data: data.unwrap_or_default(),
        }))
    }

    /// The tools the server lists.
    pub fn tools(&mut self) -> anyhow::Result<Vec<Value>> {
        let mut result = self.request("tools/list", json!({}))?;
        match result.get_mut("tools").map(Value::take) {
            Some(Value::Array(tools)) => Ok(tools),
            _ => bail!("the server lists no tools"),
        }
    }

    /// Ends the server as a client does: by closing its stdin.
    pub fn stop(self) -> anyhow::Result<()> {
        let Client {
            mut server,
            requests,
            replies,
            ..
        } = self;
        drop((requests, replies));
        server.wait().context("the server did not end")?;
        Ok(())
    }

    fn request(&mut self, method: &str, mut params: Value) -> anyhow::Result<Value> {
        if let Some(params) = params.as_object_mut() {
            params.insert(
                "_meta".to_owned(),
                json!({
                    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                    "io.modelcontextprotocol/clientCapabilities": {},
                    "io.modelcontextprotocol/clientInfo": {"name": "camber", "version": env!("CARGO_PKG_VERSION")},
                }),
            );
        }
        let id = self.next_id;
        self.next_id += 1;
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        writeln!(self.requests, "{message}").context("the server ended")?;
        let mut reply: Value = serde_json::from_str(&self.read_line(method)?)
            .context("the server's reply is not JSON")?;
        if let Some(error) = reply.get("error") {
            let text = error
                .get("message")
                .and_then(Value::as_str)
                .unwrap_or("an error");
            bail!("{text}");
        }
        match reply.get_mut("result") {
            Some(result) => Ok(result.take()),
            None => bail!("the server's reply has no result"),
        }
    }

    /// Reads one line, telling a watching terminal how long it has been waiting.
    fn read_line(&mut self, what: &str) -> anyhow::Result<String> {
        let started = Instant::now();
        let watched = std::io::stderr().is_terminal();
        let mut told = false;
        while self.replies.buffer().is_empty() && !self.readable()? {
            if watched {
                eprint!("\r{what}: {} s ", started.elapsed().as_secs());
                told = true;
            }
        }
        if told {
            eprint!("\r\x1b[K");
        }
        let mut line = String::new();
        if self
            .replies
            .read_line(&mut line)
            .context("the server's reply cannot be read")?
            == 0
        {
            bail!("the server ended without a reply");
        }
        Ok(line)
    }

    fn readable(&self) -> anyhow::Result<bool> {
        let mut fds = [PollFd::new(
            self.replies.get_ref().as_fd(),
            PollFlags::POLLIN,
        )];
        let timeout = PollTimeout::try_from(PATIENCE).unwrap_or(PollTimeout::MAX);
        match poll(&mut fds, timeout) {
            Ok(ready) => Ok(ready > 0),
            Err(nix::errno::Errno::EINTR) => Ok(false),
            Err(error) => Err(error).context("the server's reply cannot be awaited"),
        }
    }
}
