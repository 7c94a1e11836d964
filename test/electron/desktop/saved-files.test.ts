import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openSavedFile, rememberSavedFile, showSavedFile } from '../../../electron/desktop/save-file.ts';
import { shell } from '../../../preview/electron/shell.ts';

vi.mock('electron', () => import('../../../preview/electron/index.ts'));

const opened = vi.spyOn(shell, 'openPath').mockResolvedValue('');
const shownIn = vi.spyOn(shell, 'showItemInFolder').mockReturnValue();

afterEach(() => {
  opened.mockClear();
  shownIn.mockClear();
});

/** A file in a new folder. */
function file(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-saved-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, 'a,b');
  return path;
}

test('a saved file is opened, and shown in its folder', async () => {
  const path = file('Requests.csv');
  rememberSavedFile(path);
  expect(await openSavedFile(path)).toEqual({ ok: true, value: null });
  expect(await showSavedFile(path)).toEqual({ ok: true, value: null });
  expect([opened.mock.calls, shownIn.mock.calls]).toEqual([[[path]], [[path]]]);
});

test('a path that was not saved in this run is neither opened nor shown', async () => {
  const path = file('Other.csv');
  expect(await openSavedFile(path)).toMatchObject({ error: { code: 'forbidden' } });
  expect(await showSavedFile(path)).toMatchObject({ error: { code: 'forbidden' } });
  expect([opened.mock.calls, shownIn.mock.calls]).toEqual([[], []]);
});

test('a saved file whose type could be a program is shown, but never opened', async () => {
  const path = file('Requests.bat');
  rememberSavedFile(path);
  expect(await openSavedFile(path)).toMatchObject({ error: { code: 'forbidden' } });
  expect(await showSavedFile(path)).toMatchObject({ ok: true });
  expect(opened).not.toHaveBeenCalled();
});

test('a file that was moved since, or replaced by a link, is said to be gone', async () => {
  const path = file('Report.pdf');
  rememberSavedFile(path);
  renameSync(path, `${path}.moved`);
  expect(await openSavedFile(path)).toMatchObject({ error: { code: 'saved_file_gone' } });
  expect(await showSavedFile(path)).toMatchObject({ error: { code: 'saved_file_gone' } });
  symlinkSync(`${path}.moved`, path);
  expect(await openSavedFile(path)).toMatchObject({ error: { code: 'saved_file_gone' } });
  expect([opened.mock.calls, shownIn.mock.calls]).toEqual([[], []]);
});

test("the system's reason for not opening a file is passed on", async () => {
  opened.mockResolvedValueOnce('No application is registered for this file.');
  const path = file('Requests.json');
  rememberSavedFile(path);
  expect(await openSavedFile(path)).toMatchObject({
    error: {
      code: 'saved_file_not_opened',
      values: { reason: 'No application is registered for this file.' },
    },
  });
});
