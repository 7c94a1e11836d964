import { realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { previewArguments, RunningPreview, startPreview, temporaryFolder } from './running-preview.ts';

const handedOver = 'Handed over to the running Callboard.';

test('hands a deep link over to the running app and exits with 0', async () => {
  using folder = temporaryFolder();
  await using first = startPreview(folder.path);
  await first.address();
  const link = 'app.callboard:/oauth/callback?code=1&state=2';
  await using second = startPreview(folder.path, [link]);
  expect(await second.exited).toBe(0);
  expect(second.lines).toContain(handedOver);
  expect(second.lines).not.toContain('Got the lock');
  const arrival = JSON.parse(await first.line('Second instance: '));
  expect(arrival).toMatchObject({ workingDirectory: process.cwd(), data: { from: 'fixture' } });
  expect(arrival.argv.at(-1)).toBe(link);
});

test('identifies instances by the real path of the data folder', async () => {
  using folder = temporaryFolder();
  using other = temporaryFolder();
  await using first = startPreview(folder.path);
  await first.address();
  const alias = join(other.path, 'alias');
  // Windows lets anybody make a junction, but only some people a link.
  symlinkSync(realpathSync(folder.path), alias, 'junction');
  await using second = startPreview(alias);
  expect(await second.exited).toBe(0);
  expect(second.lines).toContain(handedOver);
  await using third = startPreview(other.path);
  await third.line('Got the lock');
});

test('lets exactly one of several simultaneous starts win, even after a killed one', async () => {
  using folder = temporaryFolder();
  await using killed = startPreview(folder.path);
  await killed.address();
  await killed.kill('SIGKILL');

  const starts = Array.from({ length: 3 }, () => startPreview(folder.path));
  const outcomes = await Promise.all(
    starts.map((start) =>
      Promise.race([start.line('Got the lock').then(() => 'won'), start.line(handedOver)]),
    ),
  );
  expect(outcomes.toSorted()).toEqual(['', '', 'won']);
  await Promise.all(starts.map((start) => start[Symbol.asyncDispose]()));
});

test('stays the first instance when its data folder is removed and made anew', async () => {
  using folder = temporaryFolder();
  await using first = startPreview(folder.path);
  await first.address();
  rmSync(folder.path, { recursive: true });
  await using second = startPreview(folder.path);
  expect(await second.exited).toBe(0);
  expect(second.lines).toContain(handedOver);
  await first.line('Second instance: ');
});

test('gets no lock where the data folder or that for temporary files cannot be written', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'file');
  writeFileSync(file, 'No folder can be made below a file.');
  const noTemporary = { TMPDIR: join(file, 'tmp'), TMP: join(file, 'tmp'), TEMP: join(file, 'tmp') };
  for (const preview of [startPreview(join(file, 'data')), startPreview(folder.path, [], noTemporary)]) {
    await using started = preview;
    expect(await started.exited).toBe(0);
    expect(started.lines).not.toContain('Got the lock');
    expect(started.lines).not.toContain(handedOver);
  }
});

test('exits with its parent process', async () => {
  using folder = temporaryFolder();
  const args = JSON.stringify(previewArguments(folder.path));
  const parentCode = `require('node:child_process').spawn(process.execPath, ${args}, { stdio: 'inherit' })`;
  await using parent = new RunningPreview(process.execPath, ['-e', parentCode]);
  const address = await parent.address();
  parent.child.kill('SIGKILL');
  // The pipes close only when the orphan, which also holds them, is gone.
  await parent.exited;
  await expect(fetch(address)).rejects.toThrow();
  await using next = startPreview(folder.path);
  await next.line('Got the lock');
});

test.runIf(process.platform === 'linux')(
  'exits with npm, despite the shell and the set-up script in between',
  { meta: { needs: 'Linux' } },
  async () => {
    using folder = temporaryFolder();
    const args = JSON.stringify(previewArguments(folder.path));
    const setUp = `require('node:child_process').spawn(process.execPath, ${args}, { stdio: 'inherit' })`;
    const npm = `process.title = 'npm run preview';
    const shell = require('node:child_process').spawn('sh', ['-c', '"$NODE" -e "$SET_UP"; exit'], { stdio: 'inherit' })`;
    await using parent = new RunningPreview(process.execPath, ['-e', npm], {
      NODE: process.execPath,
      SET_UP: setUp,
    });
    await parent.address();
    parent.child.kill('SIGKILL');
    await parent.exited;
    await using next = startPreview(folder.path);
    await next.line('Got the lock');
  },
);

const QUIT_EVENTS = ['Event: before-quit', 'Event: closed', 'Event: will-quit', 'Event: quit'];

test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  "quits on %s in Electron's order",
  { meta: { needs: 'signals of POSIX' } },
  async (signal) => {
    using folder = temporaryFolder();
    await using preview = startPreview(folder.path);
    await preview.address();
    expect(await preview.kill(signal)).toBe(0);
    expect(preview.lines.filter((line) => line.startsWith('Event: '))).toEqual(QUIT_EVENTS);
  },
);

test("quits on a message of its parent in Electron's order", async () => {
  using folder = temporaryFolder();
  await using preview = startPreview(folder.path);
  await preview.address();
  expect(await preview.quit()).toBe(0);
  expect(preview.lines.filter((line) => line.startsWith('Event: '))).toEqual(QUIT_EVENTS);
});
