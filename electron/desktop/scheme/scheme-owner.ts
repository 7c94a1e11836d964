import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { app } from 'electron';
import { CUSTOM_SCHEME } from '../../../shared/custom-scheme.ts';
import type { SchemeOwner } from '../../connection-check/connection-check.ts';
import { errorCode } from '../../network/system-error.ts';
import { DESKTOP_ID, SCHEME_TYPE } from './appimage-entry.ts';
import { windowsCommand } from './register-scheme.ts';

const TIMEOUT_MS = 10_000;

/** The program that handles `app.callboard:` links. */
export async function schemeOwner(): Promise<SchemeOwner> {
  return process.platform === 'linux' ? ownerByXdgMime() : ownerByElectron();
}

async function ownerByElectron(): Promise<SchemeOwner> {
  const scheme = CUSTOM_SCHEME.slice(0, -1);
  const own =
    process.platform === 'win32'
      ? app.isDefaultProtocolClient(scheme, ...windowsCommand())
      : app.isDefaultProtocolClient(scheme);
  if (own) return { kind: 'callboard' };
  try {
    const { name, path } = await app.getApplicationInfoForProtocol(`${CUSTOM_SCHEME}//`);
    return { kind: 'other', name: name || path };
  } catch {
    // Electron rejects if no program is registered.
    return { kind: 'nobody' };
  }
}

async function ownerByXdgMime(): Promise<SchemeOwner> {
  try {
    const { stdout } = await promisify(execFile)('xdg-mime', ['query', 'default', SCHEME_TYPE], {
      timeout: TIMEOUT_MS,
    });
    const id = stdout.trim();
    if (id === '') return { kind: 'nobody' };
    return id === DESKTOP_ID ? { kind: 'callboard' } : { kind: 'other', name: id };
  } catch (error) {
    return { kind: 'unknown', missing: errorCode(error) === 'ENOENT' };
  }
}
