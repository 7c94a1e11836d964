/**
 * `node scripts/start-installed.ts`: starts the real packed program, as people will have it, and waits until its
 * database is there. That takes its fuses, the check of its archive, the main process and the storage worker inside
 * the archive. Needs a screen; its window is not looked at, since no packed program lets itself be driven.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const dist = join(import.meta.dirname, '..', 'dist');
const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: join(dist, 'linux-unpacked', 'callboard'),
  darwin: join(dist, 'mac-universal', 'Callboard.app', 'Contents', 'MacOS', 'Callboard'),
  win32: join(dist, 'win-unpacked', 'Callboard.exe'),
};

/** How long the program may take to its database, ms. */
const PATIENCE_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'callboard-installed-'));
try {
  console.log(await startAndLook());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
}

async function startAndLook(): Promise<string> {
  const program = PROGRAMS[process.platform];
  if (!program || !existsSync(program)) throw new Error(`Nothing is packed at ${program}.`);
  // Build machines have neither the set-uid helper nor user namespaces that the sandbox of an unpacked folder needs.
  const flags = [`--user-data-dir=${folder}`, ...(process.platform === 'linux' ? ['--no-sandbox'] : [])];
  const child = spawn(program, flags, { stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`code ${code ?? signal}`));
  });
  let how: string | undefined;
  void ended.then((words) => {
    how = words;
  });
  const deadline = performance.now() + PATIENCE_MS;
  try {
    for (;;) {
      const version = databaseVersion();
      if (version > 0) return `The packed program started: its database has version ${version}.`;
      if (how !== undefined)
        throw new Error(`The packed program ended before its database was there: ${how}.`);
      if (performance.now() > deadline) throw new Error('The packed program made no database in time.');
      await pause(200);
    }
  } finally {
    child.kill();
    await ended;
  }
}

/** 0 while there is none that can be read yet. */
function databaseVersion(): number {
  const path = join(folder, 'callboard.db');
  if (!existsSync(path)) return 0;
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 1000 });
    try {
      return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    } finally {
      database.close();
    }
  } catch {
    // It is being made just now: the next look tells.
    return 0;
  }
}
