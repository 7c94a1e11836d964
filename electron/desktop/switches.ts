import type { RelaunchOptions } from 'electron';
import { CUSTOM_SCHEME } from '../../shared/custom-scheme.ts';

/**
 * How to start this program again: with its switches, but with a window, and with `link` in place of the one that started
 * it.
 *
 * `appImage`: the AppImage's path, from $APPIMAGE. Its mounted files are gone once the program has exited, and it can't
 * be mounted again so soon (electron-builder#1727, #4650), so it extracts itself.
 */
export function relaunchOptions(
  argv: readonly string[],
  appImage: string | undefined,
  link?: string,
): RelaunchOptions {
  const kept = argv
    .slice(1)
    .filter((argument) => ![HIDDEN_SWITCH, END_OF_SWITCHES].includes(argument) && !isLink(argument));
  const args = link === undefined ? kept : [...kept, END_OF_SWITCHES, link];
  if (!appImage) return { args };
  const extract = '--appimage-extract-and-run';
  return { execPath: appImage, args: [extract, ...args.filter((argument) => argument !== extract)] };
}

function isLink(argument: string): boolean {
  return argument.toLowerCase().startsWith(CUSTOM_SCHEME);
}

/** The login entry passes this switch; the app then opens no window. */
export const HIDDEN_SWITCH = '--hidden';

export function asksToStayHidden(argv: readonly string[]): boolean {
  return argv.includes(HIDDEN_SWITCH);
}

/** Precedes the link in the registered command, so that nothing in the link is parsed as a switch (CVE-2018-1000006). */
export const END_OF_SWITCHES = '--';

/** Makes Callboard remove its registrations with the system and exit. */
const UNREGISTER = '--unregister';

/** Whether to unregister. Arguments after `--` are ignored: a link must not be able to ask for it. */
export function wantsUnregister(argv: readonly string[]): boolean {
  const end = argv.indexOf(END_OF_SWITCHES);
  return argv.slice(0, end < 0 ? undefined : end).includes(UNREGISTER);
}
