import { safeStorage } from 'electron';
import type { Checks } from '../checks.ts';

/** Long enough for a person to unlock a keyring or a keychain that asks. */
const LONGEST_MS = 60_000;

const SECRET = 'not a secret';

/** Which key store seals secrets. On Linux only a sealed probe tells: `v10` means a key that everybody knows. */
export async function checkKeyStore(checks: Checks): Promise<void> {
  const area = 'Key store';
  await checks.run(area, 'The key store seals and opens a probe', sealAndOpen, LONGEST_MS);
}

/** What Linux desktops are said to have; the asynchronous calls may use another one. */
function selectedBackend(): string {
  if (process.platform !== 'linux') return 'of the system';
  try {
    return safeStorage.getSelectedStorageBackend();
  } catch (error) {
    return `not told (${error instanceof Error ? error.message : error})`;
  }
}

async function sealAndOpen(): Promise<string> {
  const begun = performance.now();
  const available = await safeStorage.isAsyncEncryptionAvailable();
  const backend = selectedBackend();
  if (!available) throw new Error(`isAsyncEncryptionAvailable: false; backend: ${backend}`);
  const sealed = await safeStorage.encryptStringAsync(SECRET);
  const { result } = await safeStorage.decryptStringAsync(sealed);
  const prefix = sealed.subarray(0, 3).toString('latin1');
  const words = `backend: ${backend}, the sealed text begins with ${prefix}, ${Math.round(performance.now() - begun)} ms`;
  if (result !== SECRET) throw new Error(`The probe was opened as something else. ${words}`);
  if (process.platform === 'linux' && prefix === 'v10') {
    throw new Error(`No Secret Service answered, so the built-in key was used. ${words}`);
  }
  return words;
}
