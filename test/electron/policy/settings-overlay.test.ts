import { expect, test } from 'vitest';
import { judgePolicy, unreadablePolicy } from '../../../electron/policy/judge-policy.ts';
import { changed, NOTHING_FIXED, overlaid } from '../../../electron/policy/settings-overlay.ts';
import { policyProblem } from '../../../shared/policy.ts';
import { CodedError } from '../../../shared/result.ts';
import { settings } from '../../../shared/settings.ts';

const stored = settings.parse({ undoSeconds: 60, duplicateDays: 7, weakStorageAllowed: true });

test('a fixed setting holds over what is stored, which is there again when the policy goes', () => {
  const policy = judgePolicy({ undo_seconds: 0 });
  expect(overlaid(stored, policy)).toMatchObject({ undoSeconds: 0, duplicateDays: 7 });
  const after = changed(stored, { duplicateDays: 30 }, policy);
  expect(after.undoSeconds).toBe(60);
  expect(overlaid(after, NOTHING_FIXED)).toMatchObject({ undoSeconds: 60, duplicateDays: 30 });
});

test('a change of a fixed setting is refused, and nothing that came with it is done', () => {
  const policy = judgePolicy({ undo_seconds: 0 });
  const change = () => changed(stored, { undoSeconds: 30, duplicateDays: 30 }, policy);
  expect(change).toThrow(CodedError);
  expect(change).toThrow('setting_set_by_organisation');
});

test('a fixed setting given as it holds anyway is no change, and is not stored as the person’s own', () => {
  const policy = judgePolicy({ undo_seconds: 0 });
  expect(changed(stored, { undoSeconds: 0, duplicateDays: 30 }, policy)).toMatchObject({
    undoSeconds: 60,
    duplicateDays: 30,
  });
});

test('a policy that cannot be read erases nothing, whatever it or the person had chosen before', () => {
  const chosen = settings.parse({ retentionDays: 30 });
  expect(overlaid(chosen, judgePolicy({ retention_days: 365 })).retentionDays).toBe(365);
  expect(overlaid(chosen, judgePolicy({ retention_days: 364 })).retentionDays).toBe(0);
  expect(overlaid(chosen, unreadablePolicy(policyProblem('', 'not_text'))).retentionDays).toBe(0);
  expect(overlaid(chosen, judgePolicy({ typo: 1 })).retentionDays).toBe(30);
});

test('under a policy that cannot be read, settings stay as they are stored and cannot be changed', () => {
  const policy = unreadablePolicy(policyProblem('', 'not_text'));
  expect(overlaid(stored, policy)).toMatchObject({ undoSeconds: 60, weakStorageAllowed: false });
  expect(() => changed(stored, { undoSeconds: 30 }, policy)).toThrow(CodedError);
  expect(() => changed(stored, { weakStorageAllowed: true }, policy)).toThrow(CodedError);
  expect(changed(stored, { colorScheme: 'dark', currentWorkspaceId: 'a' }, policy)).toMatchObject({
    colorScheme: 'dark',
    weakStorageAllowed: true,
  });
});
