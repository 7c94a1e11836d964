import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { UpdatesOffReason } from '../../shared/updates.ts';

/** The facts from which the kind of installation follows. */
export interface InstalledProgram {
  readonly platform: NodeJS.Platform;
  readonly packaged: boolean;
  readonly execPath: string;
  /** The folder of app.asar. */
  readonly resourcesPath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Why this installation can't update itself; undefined if it can. */
export function whyNotUpdatable(program: InstalledProgram): UpdatesOffReason | undefined {
  if (!program.packaged) return 'not_installed';
  switch (program.platform) {
    case 'darwin':
      return hasResource(program, 'app-update.yml') ? undefined : 'unknown_installation';
    case 'win32':
      // Only NSIS puts an uninstaller next to the program; an MSI doesn't.
      return existsSync(join(dirname(program.execPath), 'Uninstall Callboard.exe')) ? undefined : 'msi';
    default:
      return whyNotOnLinux(program);
  }
}

function whyNotOnLinux(program: InstalledProgram): UpdatesOffReason | undefined {
  const { env } = program;
  // electron-builder adds `package-type` only to deb, rpm and similar packages.
  if (env['FLATPAK_ID'] || env['SNAP'] || hasResource(program, 'package-type')) return 'package_manager';
  if (!env['APPIMAGE'] || !hasResource(program, 'app-update.yml')) return 'unknown_installation';
  // Nothing else proves who made an AppImage.
  return readUpdateKey(program.resourcesPath) === undefined ? 'no_update_key' : undefined;
}

/** The public key, PEM, with which this build's updates must be signed; undefined if it was built without one. */
export function readUpdateKey(resourcesPath: string): string | undefined {
  const file = join(resourcesPath, 'update-key.pem');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function hasResource({ resourcesPath }: InstalledProgram, name: string): boolean {
  return existsSync(join(resourcesPath, name));
}

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

export function publicHalf(privateKey: string): string {
  return createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'pem' }).toString();
}

/** The name, too: the file of another channel or processor is as well signed. */
function signed(name: string, body: string): Buffer {
  return Buffer.from(`${name}\n${body}`);
}
