//! What the scripted worker can be told: the facility a call names is what it does with it.

/// Every script, and so every facility of the test server.
///
/// A call under a `gate-` script is answered once a file of that name exists in the temporary
/// directory; the test makes it when it wants the reply.
pub const SCRIPTS: &[&str] = &[
    "reply",
    "reply-2mb",
    "gate-a",
    "gate-b",
    "gate-c",
    "hang",
    "hang-ignoring-sigterm",
    "hang-with-children",
    "hang-with-escaped-children",
    "hang-while-forking",
    "exit",
    "kill-itself",
    "kill-itself-after-reply",
    "half-a-frame",
    "half-a-frame-held-open",
    "no-frame",
    "wrong-serial",
    "close-socket",
    "never-idle",
    "print",
];

/// How the scripted worker starts: the server's last argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// As a worker should.
    Ready,
    /// It ends at once.
    Exit,
    /// It ends at once until a file `cured` exists in the temporary directory.
    ExitUntilCured,
    /// It never says that it is ready.
    Mute,
    /// It says that it cannot work.
    Fatal,
}

impl Mode {
    /// Every mode.
    pub const ALL: [Mode; 5] = [
        Mode::Ready,
        Mode::Exit,
        Mode::ExitUntilCured,
        Mode::Mute,
        Mode::Fatal,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Ready => "ready",
            Mode::Exit => "exit",
            Mode::ExitUntilCured => "exit-until-cured",
            Mode::Mute => "mute",
            Mode::Fatal => "fatal",
        }
    }
}
