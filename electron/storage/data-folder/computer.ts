import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { env, platform } from 'node:process';

/** What tells one computer from another. */
export interface Computer {
  /** Its name in the network. */
  readonly host: string;
  /** Stays until the system is installed anew; '' where no file says it (macOS, Windows). */
  readonly machine: string;
  /** Differs after each restart of the system; '' where no file says it. */
  readonly boot: string;
}

export function thisComputer(): Computer {
  // machine-id(5): the ID itself must not be shown to others, so only a hash of it is kept.
  const machine = firstLine('/etc/machine-id') || firstLine('/var/lib/dbus/machine-id');
  return {
    host: hostname(),
    machine: machine && digest(`callboard ${machine}`),
    boot: firstLine('/proc/sys/kernel/random/boot_id'),
  };
}

/**
 * The folder for what belongs to this user on this computer and must not travel with the data folder; it need not exist.
 */
export function stateFolder(): string {
  if (platform === 'win32') {
    return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Callboard', 'State');
  }
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Callboard State');
  const state = env['XDG_STATE_HOME'];
  // The specification of these folders: a relative path is invalid.
  return join(state && isAbsolute(state) ? state : join(homedir(), '.local', 'state'), 'callboard');
}

/** A short name for any text, safe in file names. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function firstLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n', 1)[0]?.trim() ?? '';
  } catch {
    // Other systems have no such file.
    return '';
  }
}
