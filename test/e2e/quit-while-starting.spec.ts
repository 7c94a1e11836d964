import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startPreviewHost } from '../bench/launch/preview-host.ts';
import { expect, test } from './fixtures.ts';

test('quitting during startup shuts down cleanly; a failed startup logs the reason, exits and leaves the database unchanged', async ({
  launch,
  userData,
}, info) => {
  test.skip(info.project.metadata['driver'] === 'electron', 'Playwright hands over an app that has started.');
  const host = startPreviewHost({ userData, keyring: join(userData, 'keyring') });
  // The window opens before the rest of the app is ready.
  await host.page;
  await host.quit();
  expect(host.process.exitCode).toBe(0);
  const log = readFileSync(join(userData, 'logs', 'callboard.log'), 'utf8');
  expect(log).toMatch(/ database_opened /);
  expect(log).toMatch(/ app_stopped [^\n]*\n$/);

  const next = await launch();
  await expect(next.page.getByRole('button', { name: 'Connect to your service' })).toBeVisible();
  expect(readFileSync(join(userData, 'logs', 'callboard.log'), 'utf8')).not.toContain(
    'run_ended_without_stop',
  );
  await next.quit();

  const path = join(userData, 'callboard.db');
  const db = new DatabaseSync(path);
  db.exec('PRAGMA user_version = 999');
  db.close();
  const before = readFileSync(path);

  const failing = startPreviewHost({ userData, keyring: join(userData, 'keyring') });
  const ended = once(failing.process, 'exit');
  // The window opens before the database.
  await failing.page;
  expect(await ended).toEqual([1, null]);
  expect(readFileSync(join(userData, 'logs', 'callboard.log'), 'utf8')).toMatch(
    /NewerDatabaseError[^\n]*\n$/,
  );
  expect(readFileSync(path).equals(before)).toBe(true);
});
