//! Long arrays as lists, since serde stops at 32.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes an array as a list.
pub fn serialize<T: Serialize, S: Serializer, const N: usize>(
    list: &[T; N],
    to: S,
) -> Result<S::Ok, S::Error> {
    list.as_slice().serialize(to)
}

/// Reads a list of the right length.
pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>, const N: usize>(
    from: D,
) -> Result<[T; N], D::Error> {
    let list = Vec::<T>::deserialize(from)?;
    list.try_into().map_err(|l: Vec<T>| D::Error::custom(format!("{} entries, {N} are wanted", l.len())))
}
