import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LogFile } from '../../../electron/diagnostics/log-file.ts';
import { expectMode, isPosix } from '../../posix.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const open = (folder: string, maxBytes = 1000, files = 3): LogFile =>
  new LogFile({ folder, name: 'callboard', maxBytes, files });

describe('log files', () => {
  test.skipIf(!isPosix)(
    'are readable by this user only, whatever the umask',
    { meta: { needs: 'permissions of POSIX' } },
    async () => {
      const folder = join(temporaryFolder(), 'logs');
      const umask = process.umask(0);
      try {
        const file = open(folder);
        file.write('one');
        await file.flush();
      } finally {
        process.umask(umask);
      }
      expectMode(folder, 0o700);
      expectMode(join(folder, 'callboard.log'), 0o600);
    },
  );

  test('keep the order of lines', async () => {
    const folder = temporaryFolder();
    const file = open(folder, 1_000_000);
    const lines = Array.from({ length: 2000 }, (_, index) => `line ${index}`);
    for (const line of lines) file.write(line);
    await file.flush();
    expect(readFileSync(join(folder, 'callboard.log'), 'utf8')).toBe(`${lines.join('\n')}\n`);
    expect(await file.lines(3)).toEqual(['line 1997', 'line 1998', 'line 1999']);
  });

  test('are rotated by size and limited in number, across restarts', async () => {
    const folder = temporaryFolder();
    for (let run = 0; run < 4; run += 1) {
      const file = open(folder);
      for (let n = 0; n < 60; n += 1) {
        file.write(`run ${run} line ${n} ${'x'.repeat(50)}`);
        await file.flush();
      }
    }
    expect(readdirSync(folder).toSorted()).toEqual(['callboard.1.log', 'callboard.2.log', 'callboard.log']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(1100);
    const file = open(folder);
    expect((await file.lines(1))[0]).toMatch(/^run 3 line 59 /);
    expect((await file.stats()).files).toBe(3);
  });

  test('can be deleted, and logging continues', async () => {
    const folder = temporaryFolder();
    const file = open(folder);
    for (let n = 0; n < 60; n += 1) file.writeNow('x'.repeat(60));
    file.write('y'.repeat(60));
    file.write('z');
    await file.delete();
    expect(readdirSync(folder)).toEqual([]);
    file.write('after');
    await file.flush();
    expect(readFileSync(file.path, 'utf8')).toBe('after\n');
  });
});

describe('a log that can’t be written', () => {
  test('counts lost lines and recovers', async () => {
    const parent = temporaryFolder();
    const folder = join(parent, 'logs');
    // A file in the folder's place: not even root can write there.
    writeFileSync(folder, '');
    const file = open(folder);
    file.write('lost');
    file.writeNow('lost, too');
    await file.flush();
    expect(await file.stats()).toMatchObject({ writable: false, lost: 2, files: 0 });
    rmSync(folder);
    file.write('kept');
    await file.flush();
    expect(readFileSync(file.path, 'utf8')).toBe('kept\n');
    expect(await file.stats()).toMatchObject({ writable: true, lost: 2, files: 1 });
  });

  test.runIf(existsSync('/dev/full'))(
    'drops every line on a full disk',
    { meta: { needs: 'the device /dev/full' } },
    async () => {
      const file = open(temporaryFolder());
      // Every write to it fails with ENOSPC.
      symlinkSync('/dev/full', file.path);
      for (let n = 0; n < 20_000; n += 1) file.write(`line ${n}`);
      await file.flush();
      expect(await file.stats()).toMatchObject({ writable: false, lost: 20_000 });
    },
  );

  test('is created again if its folder was deleted', async () => {
    const folder = join(temporaryFolder(), 'logs');
    const file = open(folder);
    file.write('one');
    await file.flush();
    rmSync(folder, { recursive: true });
    file.write('two');
    await file.flush();
    expect(readFileSync(file.path, 'utf8')).toBe('two\n');
  });
});

test('writeNow writes its line and queued ones synchronously', () => {
  const folder = temporaryFolder();
  const file = open(join(folder, 'logs'));
  file.write('queued');
  file.writeNow('last words');
  expect(readFileSync(file.path, 'utf8')).toBe('queued\nlast words\n');
});
