//! Mail, by the server that the keeper names.

use crate::settings::Mail;
use lettre::message::Mailbox;
use lettre::{Message, SmtpTransport, Transport};

/// What sends mail.
pub struct Mailer {
    transport: SmtpTransport,
    from: Mailbox,
}

impl Mailer {
    /// By these settings.
    pub fn new(mail: &Mail) -> Result<Mailer, String> {
        let transport = SmtpTransport::from_url(&mail.server)
            .map_err(|e| {
                format!("`server` of [mail] should read like `smtps://name:password@mail.example`: {e}")
            })?
            .timeout(Some(std::time::Duration::from_secs(20)))
            .build();
        let from = mail.from.parse();
        let from = from.map_err(|e| format!("`from` of [mail] is no address: {e}"))?;
        Ok(Mailer { transport, from })
    }

    /// Sends a mail. This blocks until the server has taken it.
    pub fn send(&self, to: &str, subject: &str, body: &str) -> Result<(), String> {
        let to: Mailbox = to.parse().map_err(|_| "this is no address for mail".to_string())?;
        let mail = Message::builder().from(self.from.clone()).to(to).subject(subject);
        let mail = mail.body(body.to_string()).map_err(|e| e.to_string())?;
        self.transport.send(&mail).map(|_| ()).map_err(|e| e.to_string())
    }
}
