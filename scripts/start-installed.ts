/**
 * `node scripts/start-installed.ts`: starts the packed app and waits for its database. That needs working fuses,
 * archive
 * integrity, main process and storage worker. Needs a display; the window isn't checked, because a packed app can't be
 * automated.
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

const PATIENCE_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'callboard-installed-'));
try {
  console.log(await startAndCheck());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
}

async function startAndCheck(): Promise<string> {
  const program = PROGRAMS[process.platform];
  if (!program || !existsSync(program)) throw new Error(`No packed app at ${program}.`);
  // Build machines lack the setuid helper and user namespaces that the sandbox of an unpacked app needs.
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
      if (version > 0) return `The packed app started: its database has version ${version}.`;
      if (how !== undefined) throw new Error(`The packed app exited before it created its database: ${how}.`);
      if (performance.now() > deadline) throw new Error('The packed app created no database in time.');
      await pause(200);
    }
  } finally {
    child.kill();
    await ended;
  }
}

/** 0 until there is a readable database. */
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
    // It is being created: check again later.
    return 0;
  }
}
