import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser } from '@playwright/test';
import { previewDriver } from './driver/preview-driver.ts';
import { connectAndSignIn } from './steps.ts';
import type { StrictService } from './strict-service.ts';

const DATABASE = 'callboard.db';

/** What the app stores of somebody who has signed in to the worker's service, for specs that are not about signing in. */
export class SignedIn {
  private readonly folder = mkdtempSync(join(tmpdir(), 'callboard-e2e-'));
  private readonly browser: Browser;
  private tokens: readonly string[] | undefined;

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /**
   * Puts it into a new data folder and its key file; the service accepts its tokens. Signs in the first time: all
   * services of a worker have the same address.
   */
  async copyTo(userData: string, keyFile: string, service: StrictService): Promise<void> {
    this.tokens ??= await this.signIn(service);
    service.accept(this.tokens);
    const database = join(userData, DATABASE);
    cpSync(join(this.folder, 'data', DATABASE), database);
    cpSync(join(this.folder, 'key'), keyFile);
    const db = new DatabaseSync(database);
    // With an identity, the app would find out that it was copied; without one, it is new.
    db.exec('DELETE FROM data_folder');
    db.close();
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private async signIn(service: StrictService): Promise<readonly string[]> {
    const env = { CALLBOARD_PREVIEW_KEYRING: join(this.folder, 'key') };
    const context = await this.browser.newContext();
    const app = await previewDriver(this.browser)({ userData: join(this.folder, 'data'), env });
    try {
      await connectAndSignIn(app, service, await context.newPage());
    } finally {
      await app.quit();
      await context.close();
    }
    return service.accessTokens;
  }
}
