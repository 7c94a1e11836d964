import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { verifyFile } from '../../scripts/verify-evidence.mjs';
import { tracesOf } from '../electron/privacy/traces-of.ts';
import { expect, test } from './fixtures.ts';
import { signInAtPractice } from './practice-sign-in.ts';
import {
  expectStatus,
  openRequest,
  openRequests,
  openSettings,
  refreshUntilCompleted,
  submitCandidate,
} from './steps.ts';

const NAME = 'Xqzyva Wvjkqx';
const TRACES = ['Xqzyva', 'qzyva', 'Wvjkqx', 'vjkqx', '2025550187'];

/**
 * Files and folders to which other users have any access. Windows has access lists instead of modes, which files inherit
 * from the person's own folder.
 */
function openToOthers(folder: string): string[] {
  if (process.platform === 'win32') return [];
  return [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ]
    .filter((path) => !lstatSync(path).isSymbolicLink() && (lstatSync(path).mode & 0o077) !== 0)
    .map((path) => relative(folder, path));
}

test('what is held about a person and the evidence are saved; erased while the app runs, the person is in no file', async ({
  launch,
  signInPage,
  userData,
}) => {
  // Permissions as an older version or a careless copy may leave them.
  const damaged = join(userData, 'callboard.db.damaged-2025-01-01T00-00-00');
  writeFileSync(damaged, 'damaged');
  mkdirSync(join(userData, 'practice'));
  for (const path of [damaged, join(userData, 'settings.json')]) chmodSync(path, 0o644);
  for (const path of [userData, join(userData, 'practice')]) chmodSync(path, 0o755);
  const app = await launch({ CALLBOARD_PRACTICE_TIME_SCALE: '120' });
  const { page } = app;
  await page.getByRole('button', { name: 'Try the practice workspace' }).click();
  await app.openDeepLink(await signInAtPractice(signInPage, await app.nextOpenedAddress()));
  await expectStatus(page, 'Online');
  await submitCandidate(page, NAME, '+1 202-555-0187');
  await submitCandidate(page, 'Grace Hopper', '+1 202-555-0143');
  await openRequests(page);
  await refreshUntilCompleted(page, NAME);
  await openSettings(page, 'Evidence');
  const evidence = page.getByRole('region', { name: 'Evidence' });
  await expect(evidence).toContainText(/[3-9] entries since/);
  await evidence.scrollIntoViewIfNeeded();

  await evidence.getByRole('button', { name: 'Save the head' }).click();
  const savedHead = await app.nextSavePath();
  await expect(page.getByText('Head saved')).toBeVisible();
  const head = /^Head: +(?<chain>[^:]+):(?<seq>\d+):(?<hash>[0-9a-f]{64})$/m.exec(
    readFileSync(savedHead, 'utf8'),
  )?.groups;
  await evidence.getByRole('button', { name: 'Save the evidence' }).click();
  const saved = await app.nextSavePath();
  await expect(page.getByText('Evidence saved')).toBeVisible();
  const noted = { chain: head?.['chain'] ?? '', seq: Number(head?.['seq']), hash: head?.['hash'] ?? '' };
  const { entries, problems } = await verifyFile(saved, [noted]);
  expect(problems).toEqual([]);
  expect(entries).toBeGreaterThan(noted.seq);
  const text = readFileSync(saved, 'utf8');
  for (const trace of TRACES) expect(text).not.toContain(trace);
  await openSettings(page, 'Privacy');
  await page.getByRole('textbox', { name: 'Number of the person' }).fill('(202) 555-0187');
  await page.getByRole('button', { name: 'Look for this person' }).click();
  await page.getByRole('button', { name: 'Save what is held', exact: true }).click();
  const held = await app.nextSavePath();
  await expect(page.getByText('What is held was saved')).toBeVisible();
  expect(readFileSync(held, 'utf8')).toContain(NAME);
  expect(readFileSync(held, 'utf8')).not.toContain('Grace Hopper');

  await openRequests(page);
  await openRequest(page, NAME);
  await page.getByRole('button', { name: 'More actions' }).click();
  expect(tracesOf(userData, TRACES).length).toBeGreaterThan(3);

  await page.getByRole('menuitem', { name: 'Erase this person…' }).click();
  const found = page.getByRole('list', { name: 'What was found' });
  await expect(found.getByRole('checkbox')).toHaveCount(1);
  await page.getByRole('button', { name: 'Erase selected…' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('The service keeps its own copy.');
  // No backup was ever made here.
  await expect(question).toContainText('Exports that you saved, if any, are not affected.');
  await expect(question.getByRole('button', { name: 'Erase for good' })).toBeDisabled();
  await question.getByLabel('Type “erase” to continue').fill('erase');
  await question.getByRole('button', { name: 'Erase for good' }).click();
  const receipts = page.getByRole('region', { name: 'Receipts' });
  await expect(receipts).toContainText(
    /1 request, 1 number still blocked, from all workspaces.*receipt [\da-f]{8}/,
  );
  // What a person saves is theirs; the preview saves it in a folder beside its own.
  rmSync(join(userData, 'Downloads'), { recursive: true, force: true });
  expect(tracesOf(userData, TRACES)).toEqual([]);
  expect(openToOthers(userData)).toEqual([]);

  await receipts.getByRole('button', { name: /^Save receipt [\da-f]+ as text$/ }).click();
  const receiptPath = await app.nextSavePath();
  await expect(page.getByText('Receipt saved')).toBeVisible();
  const receipt = readFileSync(receiptPath, 'utf8');
  expect(receipt).toContain('The service keeps its own copy');
  expect(receipt).not.toContain('Xqzyva');
  await page.getByRole('button', { name: 'Delete files put aside…' }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('button', { name: 'Delete files put aside…' })).toHaveCount(0);
  expect(readdirSync(userData)).not.toContain('callboard.db.damaged-2025-01-01T00-00-00');
  await openRequests(page);
  await expect(page.getByRole('grid', { name: 'Tracked requests' })).toContainText('Grace Hopper');
  await expect(page.getByRole('grid', { name: 'Tracked requests' })).not.toContainText(NAME);
});
