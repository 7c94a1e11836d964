import { lstat, open, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { app, BrowserWindow, dialog, shell } from 'electron';
import { opensInViewer } from '../../shared/desktop.ts';
import { CodedError, fail } from '../../shared/result.ts';
import { fileErrorCode } from '../network/system-error.ts';
import type { FileCheck, FileContent } from '../reports/evidence.ts';
import { type PrintableReport, safeFileName } from '../reports/report-page.ts';
import { withReportPage } from './app-protocol.ts';
import { PartialFiles } from './partial-files.ts';
import { openDocument } from './system-browser.ts';

const KINDS: Readonly<Record<string, string>> = {
  csv: 'CSV',
  json: 'JSON',
  pdf: 'PDF',
  html: 'Web page',
  jsonl: 'JSON lines',
  'callboard-backup': 'Callboard backup',
};

/**
 * Asks where to save a file and writes it, readable by this user only; returns the path, or null when cancelled.
 * Iterates `content` only after the dialog. Writes a temporary file and renames it, so a failure leaves an existing file
 * untouched. Throws a CodedError `file_not_saved`, and whatever `content` and `check` throw.
 */
export async function saveFile(
  name: string,
  content: FileContent,
  check?: FileCheck,
): Promise<string | null> {
  const extension = extname(name).slice(1);
  const { canceled, filePath } = await dialog.showSaveDialog({
    defaultPath: join(app.getPath('downloads'), safeFileName(name)),
    filters: [{ name: KINDS[extension] ?? extension.toUpperCase(), extensions: [extension] }],
    // Without it, GTK's dialog replaces an existing file without a word.
    properties: ['showOverwriteConfirmation'],
  });
  if (canceled || filePath === '') return null;
  const files = new PartialFiles(app.getPath('userData'));
  const partial = files.begin(filePath);
  try {
    await writeChunks(partial, chunksOf(content));
    await check?.(partial);
    await rename(partial, filePath);
    rememberSavedFile(filePath);
    return filePath;
  } catch (error) {
    await rm(partial, { force: true });
    const reason = fileErrorCode(error);
    if (reason === undefined) throw error;
    throw new CodedError(fail('file_not_saved', { reason, path: filePath }), { cause: error });
  } finally {
    files.end(partial);
  }
}

function chunksOf(
  content: FileContent,
): AsyncIterable<string | Uint8Array> | readonly (string | Uint8Array)[] {
  return typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
}

async function writeChunks(
  path: string,
  chunks: AsyncIterable<string | Uint8Array> | readonly (string | Uint8Array)[],
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The paths that a file was written to, each chosen by a person or in the folder chosen for automatic backups. */
const saved = new Set<string>();

/** To call once a file is written. */
export function rememberSavedFile(path: string): void {
  saved.add(path);
}

/**
 * Opens a file that this run has saved, and nothing else. Errors: `forbidden` for any other path, `saved_file_gone`,
 * `saved_file_not_opened`.
 */
export async function openSavedFile(path: string): Promise<void> {
  if (!opensInViewer(path)) throw new CodedError('forbidden');
  await checkSavedFile(path);
  const reason = await openDocument(path);
  if (reason !== '') throw new CodedError(fail('saved_file_not_opened', { reason }));
}

/** Shows a file that this run has saved in the file manager. Errors: `forbidden`, `saved_file_gone`. */
export async function showSavedFile(path: string): Promise<void> {
  await checkSavedFile(path);
  shell.showItemInFolder(path);
}

/** Throws if this path must not or cannot be opened. */
async function checkSavedFile(path: string): Promise<void> {
  if (!saved.has(path)) throw new CodedError('forbidden');
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile()) throw new CodedError('saved_file_gone');
}

const MM_PER_INCH = 25.4;
const MARGINS = {
  top: 14 / MM_PER_INCH,
  bottom: 18 / MM_PER_INCH,
  left: 15 / MM_PER_INCH,
  right: 15 / MM_PER_INCH,
};

/** Countries that use Letter paper, not A4 (Unicode CLDR, paperSize). */
const LETTER_COUNTRIES = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

/**
 * Prints a report to PDF in a hidden window without preload script, JavaScript or navigation (guards.ts covers it like
 * every window). Throws a CodedError `no_pdf`.
 */
export async function printReport({ html, footer, landscape }: PrintableReport): Promise<Uint8Array> {
  return withReportPage(html, async (address) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: {
        javascript: false,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
      },
    });
    try {
      await window.loadURL(address);
      return await window.webContents.printToPDF({
        pageSize: LETTER_COUNTRIES.has(app.getLocaleCountryCode()) ? 'Letter' : 'A4',
        landscape,
        margins: MARGINS,
        printBackground: true,
        displayHeaderFooter: true,
        headerTemplate: '<span></span>',
        footerTemplate: footer,
        generateTaggedPDF: true,
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CodedError(fail('no_pdf', { reason }), { cause: error });
    } finally {
      if (!window.isDestroyed()) window.destroy();
    }
  });
}

/** Opens a file dialog for CA certificates; returns the path, or null when cancelled. */
export async function chooseCertificateFile(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title: 'Add certificate authorities',
    properties: ['openFile'],
    filters: [
      { name: 'Certificates', extensions: ['pem', 'crt', 'cer', 'der'] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
