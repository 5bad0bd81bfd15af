//! What goes over the wire. These types stand apart from the kernel's own: the API's documentation and the browser's
//! types are made from them, and nothing else in the project is serialised to a client.

mod advice;
mod lobby;
mod play;
mod view;

pub use advice::*;
pub use lobby::*;
pub use play::*;
pub use view::*;
