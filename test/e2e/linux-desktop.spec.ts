import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumLaunchOptions } from './driver/chromium.ts';
import { expect, test } from './fixtures.ts';
import { expectStatus } from './steps.ts';

const root = join(import.meta.dirname, '../..');
const POLICY = '/etc/chromium/policies/managed/callboard-end-to-end.json';
const programs = [
  '/usr/bin/Xvfb',
  '/usr/bin/xdg-open',
  '/usr/bin/xdg-mime',
  '/usr/bin/update-desktop-database',
];
const runsHere =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  programs.every((program) => existsSync(program));

/** A temporary X display and home folder whose URL scheme handler is the preview. */
class TestDesktop {
  readonly folder = mkdtempSync(join(tmpdir(), 'callboard-desktop-'));
  private screen: ChildProcess | undefined;
  private display = '';

  get env(): Record<string, string> {
    const own = {
      HOME: this.folder,
      XDG_DATA_HOME: join(this.folder, 'data'),
      XDG_CONFIG_HOME: join(this.folder, 'config'),
      DISPLAY: this.display,
    };
    return { PATH: process.env['PATH'] ?? '', ...own };
  }

  async start(): Promise<void> {
    const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.screen = screen;
    const number = await new Promise<string>((resolve, reject) => {
      screen.stdout.once('data', (chunk) => resolve(String(chunk).trim()));
      screen.once('exit', () => reject(new Error('Xvfb ended.')));
    });
    this.display = `:${number}`;
    // Chromium asks before it opens another program, unless a policy allows it.
    mkdirSync(join(POLICY, '..'), { recursive: true });
    const autoLaunch = [{ protocol: 'app.callboard', allowed_origins: ['*'] }];
    writeFileSync(POLICY, JSON.stringify({ AutoLaunchProtocolsFromOrigins: autoLaunch }));
  }

  /** Installs a .desktop file as a package would, whose command starts a second instance of the app. */
  installHandler(userData: string): void {
    const applications = join(this.folder, 'data', 'applications');
    mkdirSync(applications, { recursive: true });
    mkdirSync(join(this.folder, 'config'), { recursive: true });
    const command = [
      process.execPath,
      join(root, 'preview/main.ts'),
      '--user-data',
      userData,
      '--no-open',
      '%u',
    ];
    writeFileSync(
      join(applications, 'app.callboard.desktop'),
      `[Desktop Entry]\nType=Application\nName=Callboard\nExec=${command.join(' ')}\nTerminal=false\n` +
        'MimeType=x-scheme-handler/app.callboard;\n',
    );
    for (const [program, ...args] of [
      ['update-desktop-database', applications],
      ['xdg-mime', 'default', 'app.callboard.desktop', 'x-scheme-handler/app.callboard'],
    ]) {
      const { status, stderr } = spawnSync(program ?? '', args, { env: this.env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
    }
  }

  stop(): void {
    this.screen?.kill('SIGKILL');
    rmSync(POLICY, { force: true });
    rmSync(this.folder, { recursive: true, force: true });
  }
}

test.describe('sign-in on a Linux desktop', () => {
  test.skip(!runsHere, 'Needs root on Linux with Xvfb, xdg-utils and desktop-file-utils.');

  test('the browser passes the return address to the running app by its scheme handler, which completes the sign-in', async ({
    launch,
    userData,
  }) => {
    test.skip(test.info().project.name !== 'preview', 'The .desktop file starts the preview.');
    const desktop = new TestDesktop();
    await desktop.start();
    const browser = await chromium.launch({ ...chromiumLaunchOptions(), headless: false, env: desktop.env });
    try {
      const app = await launch();
      desktop.installHandler(userData);
      await app.page.getByRole('button', { name: 'Try the practice workspace' }).click();
      const page = await browser.newPage();
      await page.goto(await app.nextOpenedAddress());
      await page.getByLabel('Your name').fill('Robin Recruiter');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Allow' }).click();
      await expectStatus(app.page, 'Online');
      await expect(app.page.getByRole('link', { name: 'Requests', exact: true })).toBeVisible();
    } finally {
      await browser.close();
      desktop.stop();
    }
  });
});

test('a program that Callboard opens gets the umask of its user, and the files of Callboard stay private', async ({
  userData,
}) => {
  test.skip(process.platform !== 'linux', 'A stand-in for xdg-open tells what it got.');
  test.skip(test.info().project.name !== 'preview', 'The preview opens its window with xdg-open, too.');
  const bin = mkdtempSync(join(tmpdir(), 'callboard-opener-'));
  const told = join(bin, 'told');
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\numask > ${told}.part && mv ${told}.part ${told}\n`, {
    mode: 0o755,
  });
  const preview = spawn(process.execPath, [join(root, 'preview/main.ts'), '--user-data', userData], {
    env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => preview.once('exit', resolve));
  try {
    await expect.poll(() => existsSync(told), { timeout: 20_000 }).toBe(true);
    expect(Number.parseInt(readFileSync(told, 'utf8'), 8)).toBe(process.umask());
    await expect.poll(() => existsSync(join(userData, 'logs', 'callboard.log'))).toBe(true);
    const open = readdirSync(userData, { recursive: true, encoding: 'utf8' }).filter(
      (name) => (statSync(join(userData, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077,
    );
    expect(open).toEqual([]);
  } finally {
    preview.kill();
    await ended;
    rmSync(bin, { recursive: true });
  }
});
