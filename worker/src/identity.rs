//! Who the server says it is.

use serde_json::{Value, json};

/// The server's name.
pub const NAME: &str = "camber";
/// The server's title for people.
pub const TITLE: &str = "CAMBER";
/// The product's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The `_meta` key the identity has on every result of the stateless revision.
pub const META_KEY: &str = "io.modelcontextprotocol/serverInfo";

/// The identity as an MCP `serverInfo` object.
pub fn server_info() -> Value {
    json!({ "name": NAME, "title": TITLE, "version": VERSION })
}
