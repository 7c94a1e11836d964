import type { RelaunchOptions } from 'electron';
import { CUSTOM_SCHEME } from '../../../shared/custom-scheme.ts';
import { HIDDEN_SWITCH } from '../login/hidden-switch.ts';
import { END_OF_SWITCHES } from '../scheme/unregister-switch.ts';

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
