import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

/**
 * A channel file names the newest version with the checksums of its files, so who can write it decides what is installed.
 * Its last line, a comment for YAML, holds an Ed25519 signature (RFC 8032) of the file's name and all lines before.
 */
const SIGNATURE = /^# signature: ([A-Za-z0-9+/]{86}==)\n?$/;

/** Whether the owner of `publicKey` (PEM) signed this channel file under this name. */
export function isSignedChannel(name: string, text: string, publicKey: string): boolean {
  const last = text.lastIndexOf('\n# signature: ') + 1;
  const [, signature] = SIGNATURE.exec(text.slice(last)) ?? [];
  if (last === 0 || signature === undefined) return false;
  return verify(null, signed(name, text.slice(0, last)), publicKey, Buffer.from(signature, 'base64'));
}

/** The text of a channel file with its signature. `privateKey`: an Ed25519 key in PEM. */
export function signChannel(name: string, text: string, privateKey: string): string {
  const body = text.endsWith('\n') ? text : `${text}\n`;
  return `${body}# signature: ${sign(null, signed(name, body), privateKey).toString('base64')}\n`;
}

/** The public half of a private key, both in PEM. */
export function publicHalf(privateKey: string): string {
  return createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'pem' }).toString();
}

/** The name, too: the file of another channel or processor is as well signed. */
function signed(name: string, body: string): Buffer {
  return Buffer.from(`${name}\n${body}`);
}
