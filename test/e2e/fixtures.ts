import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, test as base, chromium, type Page, type TestInfo } from '@playwright/test';
import { freePort } from '../free-port.ts';
import { hasBus, TestBus } from '../test-bus.ts';
import type { Launch, RunningApp } from './driver/app-driver.ts';
import { headlessLaunchOptions } from './driver/chromium.ts';
import { electronDriver } from './driver/electron-driver.ts';
import { previewDriver } from './driver/preview-driver.ts';
import { openPractice } from './practice-sign-in.ts';
import { SignedIn } from './signed-in.ts';
import { connectAndSignIn, expectStatus } from './steps.ts';
import { StrictService } from './strict-service.ts';

interface Fixtures {
  /** The undo window for submissions, seconds; 0 except in specs about undo. */
  undoSeconds: number;
  /** A temporary user-data folder for the test. */
  userData: string;
  /** Starts the app, and kills it at the end of the test. */
  launch: (env?: Readonly<Record<string, string>>) => Promise<RunningApp>;
  /** Starts the app where a person is signed in to `service`, and waits for `Online`. */
  launchSignedIn: (env?: Readonly<Record<string, string>>) => Promise<RunningApp>;
  /** Starts the app in a signed-in practice workspace without requests, and waits for `Online`. */
  launchPractice: (env?: Readonly<Record<string, string>>) => Promise<RunningApp>;
  /** Variables of a desktop that shows tray icons and says when it is locked; none where every desktop does. */
  desktopEnv: Readonly<Record<string, string>>;
  /** A page of the person's own browser, for signing in. */
  signInPage: Page;
  /** Starts a service with a loopback redirect address, and stops it at the end of the test. */
  startService: () => Promise<StrictService>;
  /** A running service. */
  service: StrictService;
}

interface WorkerFixtures {
  chromiumBrowser: Browser;
  /** Ports of the worker's services, one after the other, and of their redirect address. */
  ports: { readonly service: number; readonly redirect: number };
  signedIn: SignedIn;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  chromiumBrowser: [
    async ({}, use) => {
      const browser = await chromium.launch(headlessLaunchOptions());
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  ports: [
    async ({}, use) => use({ service: await freePort(), redirect: await freePort() }),
    { scope: 'worker' },
  ],
  signedIn: [
    async ({ chromiumBrowser }, use) => {
      const signedIn = new SignedIn(chromiumBrowser);
      await use(signedIn);
      signedIn.remove();
    },
    { scope: 'worker' },
  ],
  undoSeconds: [0, { option: true }],
  userData: async ({ undoSeconds }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'callboard-e2e-'));
    // Suppresses the backup reminder.
    const settings = JSON.stringify({ undoSeconds, backupReminderAt: Date.now() });
    writeFileSync(join(folder, 'settings.json'), settings, { mode: 0o600 });
    await use(folder);
    // On Windows, files of a killed process are free only once its children are gone.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  },
  launch: async ({ chromiumBrowser, userData }, use, info) => {
    const start: Launch =
      info.project.metadata['driver'] === 'electron' ? electronDriver : previewDriver(chromiumBrowser);
    const running: RunningApp[] = [];
    await use(async (env = {}) => {
      const app = await start({
        userData,
        env: {
          CALLBOARD_PREVIEW_KEYRING: keyFileOf(userData, info),
          XDG_STATE_HOME: join(userData, '..', `${info.testId}.state`),
          ...env,
        },
      });
      running.push(app);
      return app;
    });
    for (const app of running) await app.kill();
    for (const kept of ['key', 'state']) {
      rmSync(join(userData, '..', `${info.testId}.${kept}`), { force: true, recursive: true });
    }
  },
  launchSignedIn: async ({ launch, userData, service, chromiumBrowser, signedIn }, use, info) => {
    await use((env) =>
      launchReady(
        { launch, env, info, browser: chromiumBrowser },
        () => signedIn.copyTo(userData, keyFileOf(userData, info), service),
        (app, page) => connectAndSignIn(app, service, page),
      ),
    );
  },
  launchPractice: async ({ launch, userData, chromiumBrowser, signedIn }, use, info) => {
    await use((env) =>
      launchReady(
        { launch, env, info, browser: chromiumBrowser },
        () => signedIn.copyPracticeTo(userData, keyFileOf(userData, info)),
        openPractice,
      ),
    );
  },
  desktopEnv: async ({ userData }, use) => {
    if (process.platform !== 'linux') return use({});
    base.skip(!hasBus, 'dbus-daemon is not installed.');
    const folder = join(userData, 'bus');
    mkdirSync(folder);
    const bus = await TestBus.start(folder);
    await bus.showTray();
    await bus.startLogind();
    await use({
      DBUS_SESSION_BUS_ADDRESS: bus.address,
      DBUS_SYSTEM_BUS_ADDRESS: bus.address,
      XDG_CURRENT_DESKTOP: 'GNOME',
    });
    await bus.stop();
  },
  signInPage: async ({ chromiumBrowser }, use) => {
    const context = await chromiumBrowser.newContext();
    await use(await context.newPage());
    await context.close();
  },
  startService: async ({}, use) => {
    const services: StrictService[] = [];
    await use(async () => {
      const service = new StrictService(`http://127.0.0.1:${await freePort()}/callback`);
      services.push(service);
      await service.start();
      return service;
    });
    await Promise.all(services.map((service) => service.stop()));
  },
  service: async ({ ports }, use) => {
    const service = new StrictService(`http://127.0.0.1:${ports.redirect}/callback`, ports.service);
    await service.start();
    await use(service);
    await service.stop();
  },
});

interface Ready {
  readonly launch: Fixtures['launch'];
  readonly env: Readonly<Record<string, string>> | undefined;
  readonly info: TestInfo;
  readonly browser: Browser;
}

/** Starts the app with a sign-in that `copy` puts into its data folder. */
async function launchReady(
  { launch, env, info, browser }: Ready,
  copy: () => Promise<void>,
  signIn: (app: RunningApp, signInPage: Page) => Promise<Page>,
): Promise<RunningApp> {
  if (info.project.metadata['driver'] !== 'electron') {
    await copy();
    const app = await launch(env);
    await expectStatus(app.page, 'Online');
    return app;
  }
  // Playwright's Electron has no key store on Linux, which would keep the tokens until the next start.
  const app = await launch(env);
  const context = await browser.newContext();
  await signIn(app, await context.newPage());
  await context.close();
  return app;
}

/** Not in the data folder, which specs copy. */
function keyFileOf(userData: string, { testId }: TestInfo): string {
  return join(userData, '..', `${testId}.key`);
}

export { expect } from '@playwright/test';
