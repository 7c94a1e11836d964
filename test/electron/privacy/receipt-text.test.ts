import { expect, test } from 'vitest';
import { receiptJson, receiptText } from '../../../electron/privacy/privacy-manager.ts';
import type { ErasureReceipt } from '../../../shared/privacy.ts';

const receipt: ErasureReceipt = {
  id: '5a1c0000-0000-4000-8000-000000000001',
  kind: 'person',
  begunAt: Date.parse('2026-05-01T10:00:00Z'),
  finishedAt: Date.parse('2026-05-01T10:00:02Z'),
  workspace: null,
  days: null,
  requests: 2,
  submissions: 1,
  notes: 1,
  importRows: 3,
  mentions: 4,
  listedNumbers: 0,
  heldBy: 0,
  floorDays: null,
  blockedNumbers: 0,
  team: { of: 0, told: 0, held: 0, toldAt: null },
};

test('a receipt says what was erased, when and where, and that the service keeps its copy', () => {
  const text = receiptText(receipt, '1.2.3');
  expect(text).toContain('2026-05-01T10:00:02.000Z');
  expect(text).toContain('all workspaces on this computer');
  expect(text).toContain('The service keeps its own copy');
  expect(text).toContain('Callboard 1.2.3');
  expect(JSON.parse(receiptJson(receipt, '1.2.3'))).toMatchObject({
    receipt: receipt.id,
    finished_at: '2026-05-01T10:00:02.000Z',
    erased: { requests: 2, submissions: 1, notes: 1, import_rows: 3, mentions: 4 },
  });
});

test('a receipt of an unfinished erasure says so, and one of a retention gives the reason', () => {
  const begun = { ...receipt, kind: 'retention', days: 90, finishedAt: null } as const;
  expect(receiptText(begun, '1.2.3')).toContain('not yet; it continues automatically');
  expect(receiptText(begun, '1.2.3')).toContain('Finished more than 90 days ago');
});

test('a receipt says whether and when the team’s database was told', () => {
  const told = { ...receipt, team: { of: 1, told: 1, held: 0, toldAt: Date.parse('2026-05-02T08:00:00Z') } };
  expect(receiptText(told, '1.2.3')).toContain('erased there, too, on 2026-05-02T08:00:00.000Z');
  expect(receiptText(told, '1.2.3')).toContain('VACUUM');
  expect(JSON.parse(receiptJson(told, '1.2.3')).teams).toEqual({
    ...{ concerned: 1, told: 1, held_by_a_colleague: 0, told_at: '2026-05-02T08:00:00.000Z' },
  });
  const waiting = { ...receipt, team: { of: 1, told: 0, held: 0, toldAt: null } };
  expect(receiptText(waiting, '1.2.3')).toContain('not told yet');
  const held = { ...receipt, team: { of: 1, told: 0, held: 1, toldAt: 1 } };
  expect(receiptText(held, '1.2.3')).toContain('a legal hold of a colleague');
  expect(receiptText(receipt, '1.2.3')).not.toContain('team');
});
