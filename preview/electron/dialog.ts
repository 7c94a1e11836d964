import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import { env } from 'node:process';
import { isHostile } from '../hostile-modes.ts';
import { askInTerminal } from '../terminal-question.ts';
import { appPath } from './app-paths.ts';
import { requireReady } from './require-ready.ts';
import { standIn } from './stand-in.ts';

/** The window is an optional first argument. */
type DialogArguments<Options> = [object, Options] | [Options];

/**
 * Electron's `dialog`. The preview can't show system dialogs. A person at the terminal is asked there; without one, as in
 * tests, a message box answers by a fixed rule, as the file dialogs always do. In the mode `dialogs-cancelled` the person
 * closes each of them.
 */
export const dialog = standIn<Electron.Dialog>('dialog', {
  showErrorBox(title: string, content: string): void {
    console.error(`Error box: ${title}\n${content}`);
  },

  /** Asks at the terminal; without one, answers with the default button, or the first. */
  showMessageBox(...args: DialogArguments<Electron.MessageBoxOptions>) {
    const options = optionsOf(args);
    const { message = '', detail = '', buttons = ['OK'], defaultId = 0, signal } = options;
    const cancelId = cancelButton(options);
    const asks = process.stdin.isTTY && !isHostile('dialogs-cancelled');
    const answer = asks
      ? askInTerminal({ message, detail, buttons, defaultId: Math.max(defaultId, 0), cancelId, signal })
      : Promise.resolve(isHostile('dialogs-cancelled') ? cancelId : defaultId);
    return answer.then((response) => {
      console.log(
        `Dialog: ${[message, detail].filter(Boolean).join(' ')} -> ${buttons[response] ?? response}`,
      );
      return { response, checkboxChecked: false };
    });
  },

  /**
   * Answers with the proposed name in the data folder's Downloads, or a free one like it where the dialog asks before it replaces
   * a file: on Linux only with `showOverwriteConfirmation`.
   */
  showSaveDialog(...args: DialogArguments<Electron.SaveDialogOptions>) {
    const { defaultPath, properties = [] } = optionsOf(args);
    if (isHostile('dialogs-cancelled')) return Promise.resolve({ canceled: true, filePath: '' });
    const folder = appPath('downloads');
    mkdirSync(folder, { recursive: true });
    const proposed = join(folder, basename(defaultPath ?? '') || 'untitled');
    const asks = process.platform !== 'linux' || properties.includes('showOverwriteConfirmation');
    const filePath = asks ? freePath(proposed) : proposed;
    console.log(`Save dialog answered: ${filePath}`);
    return Promise.resolve({ canceled: false, filePath });
  },

  /** Answers with the file in `CALLBOARD_PREVIEW_OPEN_FILE`, or cancels. */
  showOpenDialog(...args: DialogArguments<Electron.OpenDialogOptions>) {
    optionsOf(args);
    const file = isHostile('dialogs-cancelled') ? undefined : env['CALLBOARD_PREVIEW_OPEN_FILE'];
    return Promise.resolve(file ? { canceled: false, filePaths: [file] } : { canceled: true, filePaths: [] });
  },
});

/** The path, or else the first of `name (2)`, `name (3)`, ... at which there is no file. */
function freePath(path: string, number = 2): string {
  if (!existsSync(path)) return path;
  const { dir, name, ext } = parse(path);
  const base = number === 2 ? name : name.replace(/ \(\d+\)$/, '');
  return freePath(join(dir, `${base} (${number})${ext}`), number + 1);
}

/** The options. As in Electron's `checkAppInitialized`, the call itself throws before `ready`. */
function optionsOf<Options extends object>(args: DialogArguments<Options>): Partial<Options> {
  requireReady('dialog module can only be used after app is ready');
  return (args.length === 2 ? args[1] : args[0]) as Partial<Options>;
}

/** The button that closing a message box stands for, as chosen in Electron's lib/browser/api/dialog.ts. */
function cancelButton({
  buttons = [],
  defaultId = -1,
  cancelId,
}: Partial<Electron.MessageBoxOptions>): number {
  if (cancelId !== undefined) return cancelId;
  const named = buttons.findIndex((text) => ['cancel', 'no'].includes(text.toLowerCase()));
  if (named !== -1) return named;
  return defaultId === 0 && buttons.length > 1 ? 1 : 0;
}
