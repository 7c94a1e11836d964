import { env } from 'node:process';

/**
 * Ways in which a real desktop or Electron misbehaves. Turned on by name in `CALLBOARD_PREVIEW_MODES`, separated by
 * commas; each has an end-to-end spec or a contract test.
 */
export const HOSTILE_MODES = {
  'dialogs-cancelled': 'The person closes every dialog without an answer.',
  'key-store-silent': 'The key store answers only once it is unlocked (a command), as a locked keyring does.',
  'no-ready-to-show': 'A window never emits `ready-to-show`, as on some Wayland sessions (electron#48859).',
  'no-sandbox': 'The app was started with `--no-sandbox`, as an AppImage does without user namespaces.',
  'no-tray-host': 'No panel shows tray icons, as on GNOME without an extension. Linux only.',
  packaged: 'The app is installed: `app.isPackaged`, no app folder in `process.argv`, and its own resources.',
  'screen-lock-unknown': 'Nobody says whether the screen is locked, as in a Flatpak. Linux only.',
} as const;

export type HostileMode = keyof typeof HOSTILE_MODES;

/** Whether this run simulates `mode`. Throws if the environment names an unknown mode. */
export function isHostile(mode: HostileMode): boolean {
  return activeModes().has(mode);
}

function activeModes(): ReadonlySet<string> {
  const names = (env['CALLBOARD_PREVIEW_MODES'] ?? '').split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !Object.hasOwn(HOSTILE_MODES, name));
  if (unknown !== undefined) {
    throw new Error(`There is no mode "${unknown}". Modes: ${Object.keys(HOSTILE_MODES).join(', ')}.`);
  }
  return new Set(names);
}
