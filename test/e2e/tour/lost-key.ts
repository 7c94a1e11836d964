import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import { openStorage } from '../../../electron/storage/storage.ts';
import { type Visit, visitDialog } from './visit.ts';

/** A number that {@link prepareListedNumbers} puts on the do-not-call list. */
export const LISTED_NUMBER = '+233302123456';

/** Before the first start: a number on the do-not-call list, and one of an erased person whose key is lost. */
export async function prepareListedNumbers(userData: string): Promise<void> {
  const path = join(userData, 'callboard.db');
  const worker = new URL('../../../electron/storage/worker.ts', import.meta.url);
  await (await openStorage(path, worker)).close();
  const db = new DatabaseSync(path);
  db.exec("INSERT INTO do_not_call_keys (id, created_at) VALUES ('lost', 1000)");
  const insert = db.prepare(
    `INSERT INTO do_not_call (id, source, number, hash, key_id, reason, added_at, added_by)
     VALUES (?, 'person', ?, ?, ?, ?, ?, 'ada')`,
  );
  const added = Date.UTC(2026, 4, 3);
  insert.run('erased', null, randomBytes(32), 'lost', '', added);
  insert.run('listed', LISTED_NUMBER, null, null, 'Asked by e-mail not to be called again', added);
  db.close();
}

/** The banner while the do-not-call list can't be read in full, until the entries whose key is lost are removed. */
export async function tourLostKey(page: Page, visit: Visit): Promise<void> {
  const remove = page.getByRole('button', { name: 'Remove these entries…' });
  await expect(remove).toBeVisible();
  await visit(page, 'do-not-call-lost-key');
  await visitDialog(visit, 'do-not-call-lost-key-remove', remove);
  await remove.click();
  await page.getByLabel('Why they are removed').fill('No backup has the key');
  await page.getByRole('button', { name: 'Remove and resume sending' }).click();
  const toast = page.getByRole('alert').filter({ hasText: '1 entry removed' });
  await toast.getByRole('button').last().click();
  await expect(toast).toBeHidden();
  await expect(remove).toBeHidden();
}
