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
  await openSavedFile(path);
  await showSavedFile(path);
  expect([opened.mock.calls, shownIn.mock.calls]).toEqual([[[path]], [[path]]]);
});

test('a path that was not saved in this run is neither opened nor shown', async () => {
  const path = file('Other.csv');
  await expect(openSavedFile(path)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(showSavedFile(path)).rejects.toMatchObject({ code: 'forbidden' });
  expect([opened.mock.calls, shownIn.mock.calls]).toEqual([[], []]);
});

test('a saved file whose type could be a program is shown, but never opened', async () => {
  const path = file('Requests.bat');
  rememberSavedFile(path);
  await expect(openSavedFile(path)).rejects.toMatchObject({ code: 'forbidden' });
  await showSavedFile(path);
  expect(opened).not.toHaveBeenCalled();
});

test('a file that was moved since, or replaced by a link, is said to be gone', async () => {
  const path = file('Report.pdf');
  rememberSavedFile(path);
  renameSync(path, `${path}.moved`);
  await expect(openSavedFile(path)).rejects.toMatchObject({ code: 'saved_file_gone' });
  await expect(showSavedFile(path)).rejects.toMatchObject({ code: 'saved_file_gone' });
  symlinkSync(`${path}.moved`, path);
  await expect(openSavedFile(path)).rejects.toMatchObject({ code: 'saved_file_gone' });
  expect([opened.mock.calls, shownIn.mock.calls]).toEqual([[], []]);
});

test("the system's reason for not opening a file is passed on", async () => {
  opened.mockResolvedValueOnce('No application is registered for this file.');
  const path = file('Requests.json');
  rememberSavedFile(path);
  await expect(openSavedFile(path)).rejects.toMatchObject({
    failure: {
      error: {
        code: 'saved_file_not_opened',
        values: { reason: 'No application is registered for this file.' },
      },
    },
  });
});
