import type { RelaunchOptions } from 'electron';
import { CUSTOM_SCHEME } from '../../../shared/custom-scheme.ts';
import { HIDDEN_SWITCH } from '../login/hidden-switch.ts';

/**
 * How to start this program again: with its switches, but with a window, and without the link that started it.
 *
 * `appImage`: the AppImage's path, from $APPIMAGE. Its mounted files are gone once the program has exited, and it can't
 * be mounted again so soon (electron-builder#1727, #4650), so it extracts itself.
 */
export function relaunchOptions(argv: readonly string[], appImage: string | undefined): RelaunchOptions {
  const args = argv
    .slice(1)
    .filter((argument) => argument !== HIDDEN_SWITCH && !argument.toLowerCase().startsWith(CUSTOM_SCHEME));
  if (!appImage) return { args };
  const extract = '--appimage-extract-and-run';
  return { execPath: appImage, args: [extract, ...args.filter((argument) => argument !== extract)] };
}
