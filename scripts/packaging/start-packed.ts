import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { extractAll } from '@electron/asar';
import { chromium } from '@playwright/test';
import { chromiumLaunchOptions } from '../../test/e2e/driver/chromium.ts';
import { askPreviewToQuit } from '../ask-to-quit.ts';
import { runProblems } from './run-log.ts';

const preview = join(import.meta.dirname, '../../preview/main.ts');

const TIMEOUT_MS = 60_000;

/**
 * Starts the archive's contents in the preview, extracted to a folder without any node_modules above it, and checks the
 * first page in Chromium, the end and the log. Returns the problems.
 */
export async function startProblems(archive: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-packed-'));
  const app = join(folder, 'app');
  const userData = join(folder, 'data');
  mkdirSync(app);
  extractAll(archive, app);
  const child = spawn(process.execPath, [preview, '--no-open', '--port', '0', '--user-data', userData], {
    env: { ...process.env, CALLBOARD_PREVIEW_APP: app },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const errors: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  try {
    const address = await readyAddress(child);
    const seen = await firstHeading(address);
    const wrong = seen === 'Welcome to Callboard' ? [] : [`The packed app's first page is "${seen}".`];
    const code = await stop(child);
    const ended = code === 0 ? [] : [`The packed app ended with ${code}. ${errors.join('').trim()}`];
    return [...wrong, ...ended, ...runProblems(userData)];
  } catch (error) {
    await stop(child);
    const words = error instanceof Error ? error.message : String(error);
    return [`The packed app doesn't start: ${words} ${errors.join('').trim()}`];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('It was not ready in time.')), TIMEOUT_MS);
    child.once('exit', (code) => reject(new Error(`It ended with ${code} before it was ready.`)));
    child.once('error', reject);
    if (!child.stdout) return reject(new Error('It has no output.'));
    createInterface(child.stdout).on('line', (line) => {
      const address = /^Preview ready: (.+)$/.exec(line)?.[1];
      if (address === undefined) return;
      clearTimeout(late);
      resolve(address);
    });
  });
}

async function firstHeading(address: string): Promise<string> {
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const page = await browser.newPage();
    await page.goto(address);
    return await page.getByRole('heading', { level: 1 }).innerText({ timeout: TIMEOUT_MS });
  } finally {
    await browser.close();
  }
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  askPreviewToQuit(child);
  const late = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  const code = await ended;
  clearTimeout(late);
  return code;
}
