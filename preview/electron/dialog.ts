import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { env } from 'node:process';
import { isHostile } from '../hostile-modes.ts';
import { appPath } from './app-paths.ts';
import { requireReady } from './require-ready.ts';
import { standIn } from './stand-in.ts';

/** The window is an optional first argument. */
type DialogArguments<Options> = [object, Options] | [Options];

/**
 * Electron's `dialog`. The preview can't show system dialogs, so each one answers by a fixed rule; in the mode
 * `dialogs-cancelled` the person closes each of them.
 */
export const dialog = standIn<Electron.Dialog>('dialog', {
  showErrorBox(title: string, content: string): void {
    console.error(`Error box: ${title}\n${content}`);
  },

  /** Answers with the default button, or the first. */
  showMessageBox(...args: DialogArguments<Electron.MessageBoxOptions>) {
    const options = optionsOf(args);
    const { message, detail = '', buttons = ['OK'], defaultId = 0 } = options;
    const response = isHostile('dialogs-cancelled') ? cancelButton(options) : defaultId;
    console.log(`Dialog: ${[message, detail].filter(Boolean).join(' ')} -> ${buttons[response] ?? response}`);
    return Promise.resolve({ response, checkboxChecked: false });
  },

  /** Answers with the proposed name in the data folder's Downloads. */
  showSaveDialog(...args: DialogArguments<Electron.SaveDialogOptions>) {
    const { defaultPath } = optionsOf(args);
    if (isHostile('dialogs-cancelled')) return Promise.resolve({ canceled: true, filePath: '' });
    const folder = appPath('downloads');
    mkdirSync(folder, { recursive: true });
    const filePath = join(folder, basename(defaultPath ?? '') || 'untitled');
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
