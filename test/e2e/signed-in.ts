import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from '@playwright/test';
import type { RunningApp } from './driver/app-driver.ts';
import { previewDriver } from './driver/preview-driver.ts';
import { openPractice } from './practice-sign-in.ts';
import { connectAndSignIn } from './steps.ts';
import type { StrictService } from './strict-service.ts';

/** What the app stores of somebody who has signed in, for specs that are not about signing in. Each worker signs in once. */
export class SignedIn {
  private readonly folder = mkdtempSync(join(tmpdir(), 'callboard-e2e-'));
  private readonly browser: Browser;
  private tokens: readonly string[] | undefined;
  private practice: Promise<void> | undefined;

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /**
   * Puts a sign-in to the worker's service into a new data folder and its key file; the service accepts its tokens. All
   * services of a worker have the same address.
   */
  async copyTo(userData: string, keyFile: string, service: StrictService): Promise<void> {
    if (!this.tokens) {
      await this.prepare('service', (app, page) => connectAndSignIn(app, service, page));
      this.tokens = service.accessTokens;
    }
    service.accept(this.tokens);
    this.copy('service', userData, keyFile);
  }

  /** Puts a signed-in practice workspace without requests into a new data folder and its key file. */
  async copyPracticeTo(userData: string, keyFile: string): Promise<void> {
    this.practice ??= this.prepare('practice', openPractice);
    await this.practice;
    this.copy('practice', userData, keyFile);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private copy(kind: string, userData: string, keyFile: string): void {
    for (const part of ['callboard.db', 'practice']) {
      const from = join(this.folder, kind, part);
      if (existsSync(from)) cpSync(from, join(userData, part), { recursive: true });
    }
    cpSync(join(this.folder, `${kind}.key`), keyFile);
    const db = new DatabaseSync(join(userData, 'callboard.db'));
    // With an identity, the app would find out that it was copied; without one, it is new.
    db.exec('DELETE FROM data_folder');
    db.close();
  }

  private async prepare(
    kind: string,
    signIn: (app: RunningApp, signInPage: Page) => Promise<Page>,
  ): Promise<void> {
    const env = { CALLBOARD_PREVIEW_KEYRING: join(this.folder, `${kind}.key`) };
    const context = await this.browser.newContext();
    const app = await previewDriver(this.browser)({ userData: join(this.folder, kind), env });
    try {
      await signIn(app, await context.newPage());
    } finally {
      await app.quit();
      await context.close();
    }
  }
}
