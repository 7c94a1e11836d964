import { serialize } from 'node:v8';
import { expect, test } from 'vitest';
import type { PinnedField } from '../../shared/assessment.ts';
import { contract } from '../../shared/ipc/contract.ts';
import { ok } from '../../shared/result.ts';
import { fillDataset } from '../bench/dataset.ts';
import { readAllResults } from '../electron/storage/read-all-results.ts';
import { temporaryStorage } from '../electron/storage/temporary-storage.ts';
import { PAGE_BYTES, PAGE_ROWS } from './budgets.ts';

const PINS: readonly PinnedField[] = [
  { path: '/overall_score', label: 'Overall', kind: 'number' },
  { path: '/score', label: 'Score', kind: 'number' },
  { path: '/recommendation', label: 'Recommendation', kind: 'text' },
];

test('a page of tracked requests stays within the budgets of rows and bytes', async () => {
  const { stores } = await temporaryStorage();
  await fillDataset(stores, { requests: PAGE_ROWS + 20, workspaceId: 'workspace-1' });
  for (const pin of PINS) await stores.pins.pin('workspace-1', pin);
  await readAllResults({ stores });
  const query = contract.requests.list.input.parse({ workspaceId: 'workspace-1' });
  const page = await stores.requests.page(query);
  expect(page.total).toBeGreaterThan(PAGE_ROWS);
  expect(page.rows).toHaveLength(PAGE_ROWS);
  expect(page.rows.filter(({ pinned }) => Object.keys(pinned).length > 0).length).toBeGreaterThan(
    PAGE_ROWS / 3,
  );
  // Electron serialises values between processes like this.
  expect(serialize(ok(page)).byteLength).toBeLessThanOrEqual(PAGE_BYTES);
});

test('no call can request more rows than fit into a few messages', () => {
  const most = { list: contract.requests.list.input, rows: contract.requests.rows.input };
  const workspaceId = 'workspace-1';
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `ir_${index}`);
  expect(most.list.safeParse({ workspaceId, limit: 4 * PAGE_ROWS }).success).toBe(true);
  expect(most.list.safeParse({ workspaceId, limit: 4 * PAGE_ROWS + 1 }).success).toBe(false);
  expect(most.rows.safeParse({ workspaceId, requestIds: ids(4 * PAGE_ROWS) }).success).toBe(true);
  expect(most.rows.safeParse({ workspaceId, requestIds: ids(4 * PAGE_ROWS + 1) }).success).toBe(false);
});
