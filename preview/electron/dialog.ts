import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { env } from 'node:process';
import { appPath } from './app-paths.ts';
import { requireReady } from './require-ready.ts';
import { standIn } from './stand-in.ts';

/** The window is an optional first argument. */
type DialogArguments<Options> = [object, Options] | [Options];

/** Electron's `dialog`. The preview can't show system dialogs, so each one answers by a fixed rule. */
export const dialog = standIn<Electron.Dialog>('dialog', {
  showErrorBox(title: string, content: string): void {
    console.error(`Error box: ${title}\n${content}`);
  },

  /** Answers with the default button, or the first. */
  async showMessageBox(...args: DialogArguments<Electron.MessageBoxOptions>) {
    const { message, detail = '', buttons = ['OK'], defaultId = 0 } = optionsOf(args);
    console.log(
      `Dialog: ${[message, detail].filter(Boolean).join(' ')} -> ${buttons[defaultId] ?? defaultId}`,
    );
    return { response: defaultId, checkboxChecked: false };
  },

  /** Answers with the proposed name in the data folder's Downloads. */
  async showSaveDialog(...args: DialogArguments<Electron.SaveDialogOptions>) {
    const folder = appPath('downloads');
    mkdirSync(folder, { recursive: true });
    const filePath = join(folder, basename(optionsOf(args).defaultPath ?? '') || 'untitled');
    console.log(`Save dialog answered: ${filePath}`);
    return { canceled: false, filePath };
  },

  /** Answers with the file in `CALLBOARD_PREVIEW_OPEN_FILE`, or cancels. */
  async showOpenDialog(...args: DialogArguments<Electron.OpenDialogOptions>) {
    optionsOf(args);
    const file = env['CALLBOARD_PREVIEW_OPEN_FILE'];
    return file ? { canceled: false, filePaths: [file] } : { canceled: true, filePaths: [] };
  },
});

/** The options; throws before `ready`, as Electron does. */
function optionsOf<Options extends object>(args: DialogArguments<Options>): Partial<Options> {
  requireReady('dialog module can only be used after app is ready');
  return (args.length === 2 ? args[1] : args[0]) as Partial<Options>;
}
