import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { env } from 'node:process';
import { strict } from '../unsupported.ts';
import { appPath } from './app-paths.ts';
import { requireReady } from './require-ready.ts';

/** The dialogs take their window first, or no window. */
type DialogArguments<Options> = [object, Options] | [Options];

/** Electron's `dialog`. Nobody is there to answer in a window of the system's, so each answers by a fixed rule. */
export const dialog = strict('dialog', {
  showErrorBox(title: string, content: string): void {
    console.error(`Error box: ${title}\n${content}`);
  },

  /** The default button, else the first. */
  async showMessageBox(...args: DialogArguments<Electron.MessageBoxOptions>) {
    const { message, detail = '', buttons = ['OK'], defaultId = 0 } = optionsOf(args);
    console.log(
      `Dialog: ${[message, detail].filter(Boolean).join(' ')} -> ${buttons[defaultId] ?? defaultId}`,
    );
    return { response: defaultId, checkboxChecked: false };
  },

  /** The proposed name in the data folder's Downloads. */
  async showSaveDialog(...args: DialogArguments<Electron.SaveDialogOptions>) {
    const folder = appPath('downloads');
    mkdirSync(folder, { recursive: true });
    const filePath = join(folder, basename(optionsOf(args).defaultPath ?? '') || 'untitled');
    console.log(`Save dialog answered: ${filePath}`);
    return { canceled: false, filePath };
  },

  /** The file that `CALLBOARD_PREVIEW_OPEN_FILE` names, else cancelled. */
  async showOpenDialog(...args: DialogArguments<Electron.OpenDialogOptions>) {
    optionsOf(args);
    const file = env['CALLBOARD_PREVIEW_OPEN_FILE'];
    return file ? { canceled: false, filePaths: [file] } : { canceled: true, filePaths: [] };
  },
});

/** The options, for a dialog that is asked for at a time when Electron allows it. */
function optionsOf<Options extends object>(args: DialogArguments<Options>): Partial<Options> {
  requireReady('dialog module can only be used after app is ready');
  return (args.length === 2 ? args[1] : args[0]) as Partial<Options>;
}
