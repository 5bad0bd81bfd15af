//! Web Push: a message to a browser that is not open, encrypted for it (RFC 8291) and signed by this table (RFC 8292).

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Nonce};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use hkdf::Hkdf;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::{PublicKey, SecretKey};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use ureq::http::Uri;

/// How long a push service keeps a message for a browser that is away, in seconds.
const KEPT: u32 = 24 * 3600;

/// A browser that wants to be told, as it says itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Subscription {
    /// Where its messages are sent to.
    pub endpoint: String,
    /// Its key, in base64url.
    pub p256dh: String,
    /// Its secret, in base64url.
    pub auth: String,
}

/// The headers and the body of a message.
pub type Message = (Vec<(&'static str, String)>, Vec<u8>);

/// What signs the messages of this table.
pub struct Sender {
    key: SigningKey,
    contact: String,
}

impl Sender {
    /// A new key, to be kept.
    pub fn new_key(noise: &[u8; 32]) -> Option<String> {
        SecretKey::from_slice(noise).ok().map(|key| BASE64.encode(key.to_bytes()))
    }

    /// With a key that was kept; `contact` is where a push service reaches the keeper.
    pub fn new(key: &str, contact: &str) -> Option<Sender> {
        let key = SigningKey::from_slice(&BASE64.decode(key).ok()?).ok()?;
        Some(Sender { key, contact: contact.to_string() })
    }

    /// The public key, which a browser asks for.
    pub fn public(&self) -> String {
        BASE64.encode(self.key.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// Says who sends a message.
    fn authorization(&self, endpoint: &str, now: i64) -> Option<String> {
        let uri: Uri = endpoint.parse().ok()?;
        let audience = format!("{}://{}", uri.scheme_str()?, uri.authority()?);
        let head = BASE64.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let claims = serde_json::json!({"aud": audience, "exp": now / 1000 + 12 * 3600, "sub": self.contact});
        let signed = format!("{head}.{}", BASE64.encode(claims.to_string()));
        let signature: Signature = self.key.sign(signed.as_bytes());
        Some(format!("vapid t={signed}.{}, k={}", BASE64.encode(signature.to_bytes()), self.public()))
    }

    /// The headers and the body of a message to a browser.
    pub fn message(&self, to: &Subscription, text: &str, now: i64, noise: &[u8; 48]) -> Option<Message> {
        let body = encrypt(to, text.as_bytes(), noise)?;
        let headers = vec![
            ("authorization", self.authorization(&to.endpoint, now)?),
            ("content-encoding", "aes128gcm".to_string()),
            ("content-type", "application/octet-stream".to_string()),
            ("ttl", KEPT.to_string()),
        ];
        Some((headers, body))
    }
}

/// Encrypts for a browser; of the noise the first 32 bytes make the key of this message, the others the salt.
fn encrypt(to: &Subscription, text: &[u8], noise: &[u8; 48]) -> Option<Vec<u8>> {
    let (own, salt) = noise.split_at(32);
    let own = SecretKey::from_slice(own).ok()?;
    let theirs = BASE64.decode(&to.p256dh).ok()?;
    let public = PublicKey::from_sec1_bytes(&theirs).ok()?;
    let shared = p256::ecdh::diffie_hellman(own.to_nonzero_scalar(), public.as_affine());
    let own_public = own.public_key().to_encoded_point(false);
    let auth = BASE64.decode(&to.auth).ok()?;

    let info = [b"WebPush: info\0", theirs.as_slice(), own_public.as_bytes()].concat();
    let mut secret = [0; 32];
    Hkdf::<Sha256>::new(Some(&auth), shared.raw_secret_bytes()).expand(&info, &mut secret).ok()?;
    let derived = Hkdf::<Sha256>::new(Some(salt), &secret);
    let (mut key, mut nonce) = ([0; 16], [0; 12]);
    derived.expand(b"Content-Encoding: aes128gcm\0", &mut key).ok()?;
    derived.expand(b"Content-Encoding: nonce\0", &mut nonce).ok()?;

    // The whole message is the last record of its kind, which its last byte says.
    let padded = [text, &[2]].concat();
    let sealed = Aes128Gcm::new(&key.into()).encrypt(Nonce::from_slice(&nonce), padded.as_slice()).ok()?;
    let length = u8::try_from(own_public.len()).ok()?;
    Some([salt, &4096u32.to_be_bytes(), &[length], own_public.as_bytes(), &sealed].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_encrypted_as_the_standard_shows() {
        // The worked example of RFC 8291.
        let to = Subscription {
            endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV".to_string(),
            p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
                .to_string(),
            auth: "BTBZMqHH6r4Tts7J_aSIgg".to_string(),
        };
        let own = BASE64.decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw").unwrap();
        let salt = BASE64.decode("DGv6ra1nlYgDCS1FRnbzlw").unwrap();
        let noise: [u8; 48] = [own, salt].concat().try_into().unwrap();
        let body = encrypt(&to, b"When I grow up, I want to be a watermelon", &noise).unwrap();
        assert_eq!(
            BASE64.encode(body),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn a_sender_says_who_it_is() {
        let sender = Sender::new(&Sender::new_key(&[7; 32]).unwrap(), "mailto:keeper@table.example").unwrap();
        let said = sender.authorization("https://push.example.net/push/x", 0).unwrap();
        let token = said.strip_prefix("vapid t=").unwrap().split(',').next().unwrap();
        let claims = BASE64.decode(token.split('.').nth(1).unwrap()).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(claims["aud"], "https://push.example.net");
        assert!(said.ends_with(&sender.public()) && Sender::new("no key", "").is_none());
    }
}
