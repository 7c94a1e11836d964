import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';

/** Something that prevents writes to a database. */
export interface Obstacle {
  raise(): Promise<void> | void;
  remove(): Promise<void> | void;
}

/** Why no small disk can be created here; undefined if it can. */
export function noSmallDisk(): string | undefined {
  if (process.platform !== 'linux') return 'tmpfs is there on Linux alone';
  return process.getuid?.() === 0 ? undefined : 'mounting needs root';
}

/** A separate disk of 2 MiB, or of so many, unmounted after the test. */
export function smallDisk(mebibytes = 2): { readonly folder: string } & Obstacle {
  const folder = join(temporaryFolder(), 'small-disk');
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  const filler = join(folder, 'filler');
  return {
    folder,
    raise: () => fill(filler),
    remove: () => rmSync(filler, { force: true }),
  };
}

function fill(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(file);
  }
}

/** Another process that holds the write lock of the database at `path`. */
export function otherProcess(path: string): Obstacle {
  let release = (): Promise<void> => Promise.resolve();
  onTestFinished(() => release());
  return {
    raise: async () => {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'locking-process.ts'), path], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const closed = once(child, 'close');
      release = async () => {
        child.stdin.end();
        await closed;
      };
      await once(child.stdout, 'data');
    },
    remove: () => release(),
  };
}
