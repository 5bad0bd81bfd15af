//! What is said of accounts.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A wish for an account.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// What you want to be called.
    pub name: String,
    /// Your password, of ten letters at least.
    pub password: String,
    /// Where mail for you goes, if you want any: for a new password, and for what you choose to be told.
    #[serde(default)]
    pub mail: Option<String>,
    /// The invitation of the keeper, where only those who are invited can register.
    #[serde(default)]
    pub invitation: Option<String>,
}

/// Your name and password.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// What you are called here.
    pub name: String,
    /// Your password.
    pub password: String,
}

/// Who you are here.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Me {
    /// Whether this table has accounts; at home and among friends it has none.
    pub accounts: bool,
    /// Whether anybody can register; otherwise the keeper's invitation is needed.
    pub open: bool,
    /// Your account, if you are signed in.
    pub account: Option<MyAccount>,
}

/// Your account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MyAccount {
    /// Its id.
    pub id: String,
    /// What you are called.
    pub name: String,
    /// Where mail for you goes; empty if you have told none.
    pub mail: String,
    /// Whether you have confirmed that.
    pub mail_confirmed: bool,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// Whether you keep this table.
    pub keeper: bool,
}

/// A device that is signed in to your account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Device {
    /// By which you name it.
    pub id: String,
    /// What it is, as it says itself.
    pub device: String,
    /// Since when, in milliseconds since 1970.
    pub made: i64,
    /// When it was used last, to the hour.
    pub seen: i64,
    /// Whether it is the one that asks.
    pub this: bool,
}

/// Another name for your account.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewName {
    /// What you want to be called.
    pub name: String,
}

/// Another password for your account.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The password that you have.
    pub password: String,
    /// The one that you want.
    pub new: String,
}

/// Another address for mail.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMail {
    /// Your password.
    pub password: String,
    /// The address; empty for none.
    pub mail: String,
}

/// A code that came by mail.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Code {
    /// The code.
    pub code: String,
}

/// Whose password is forgotten.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Forgotten {
    /// The name of the account, or its address for mail.
    pub who: String,
}

/// A password by a code that came by mail.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Reset {
    /// The code.
    pub code: String,
    /// The new password.
    pub password: String,
}

/// A password, where something cannot be taken back.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Sure {
    /// Your password.
    pub password: String,
}

/// Everything that is kept of your account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Export {
    /// The account.
    pub account: MyAccount,
    /// What you have chosen to be told and shown.
    #[schema(value_type = Object)]
    pub prefs: serde_json::Map<String, serde_json::Value>,
    /// Your devices.
    pub devices: Vec<Device>,
    /// Your games.
    pub games: Vec<ExportedGame>,
}

/// A game of yours.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExportedGame {
    /// Its id.
    pub id: String,
    /// Which game.
    pub game: String,
    /// Which scenario.
    pub scenario: String,
    /// What it is called.
    pub name: String,
    /// The sides that you play.
    pub sides: Vec<String>,
    /// How it ended; empty while it goes on.
    pub result: String,
    /// When it was last played, in milliseconds since 1970.
    pub touched: i64,
    /// What was said for your sides.
    pub said: Vec<super::Said>,
}

/// What the keeper sees.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Keeping {
    /// Whether anybody can register.
    pub open: bool,
    /// The accounts of the name that was asked for, the newest first; of very many the newest alone.
    pub accounts: Vec<KeptAccount>,
    /// What was done last.
    pub notes: Vec<Note>,
    /// Games that are hidden.
    pub hidden: Vec<super::Listing>,
}

/// An account, as the keeper sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KeptAccount {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// Whether it keeps the table.
    pub keeper: bool,
    /// Whether it may no longer come.
    pub banned: bool,
}

/// Something that was done.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Note {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// By whom, by name; empty if by no account that there is.
    pub who: String,
    /// What.
    pub what: String,
}

/// Who may register.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// Whether anybody may.
    pub open: bool,
}

/// An invitation to register.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RegisterInvitation {
    /// The invitation, told this once; it holds for one account.
    pub invitation: String,
    /// Until when, in milliseconds since 1970.
    pub until: i64,
}

/// What a keeper makes of an account; what is left out stays.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeAccount {
    /// Whether it may no longer come.
    #[serde(default)]
    pub banned: Option<bool>,
    /// Whether it keeps the table too.
    #[serde(default)]
    pub keeper: Option<bool>,
}

/// Whether a game is hidden.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Hide {
    /// Whether only those who play it see it.
    pub hidden: bool,
}
