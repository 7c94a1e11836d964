import { expect, test } from 'vitest';
import { judgePolicy, unreadablePolicy } from '../../../electron/policy/judge-policy.ts';
import { NOTHING_FIXED, withChanges, withOverlay } from '../../../electron/policy/settings-overlay.ts';
import { policyProblem } from '../../../shared/policy.ts';
import { CodedError } from '../../../shared/result.ts';
import { settings } from '../../../shared/settings.ts';

const stored = settings.parse({ undoSeconds: 60, duplicateDays: 7, weakStorageAllowed: true });

test('a fixed setting overrides the stored one, which returns when the policy is removed', () => {
  const policy = judgePolicy({ undo_seconds: 0 });
  expect(withOverlay(stored, policy)).toMatchObject({ undoSeconds: 0, duplicateDays: 7 });
  const after = withChanges(stored, { duplicateDays: 30 }, policy);
  expect(after.undoSeconds).toBe(60);
  expect(withOverlay(after, NOTHING_FIXED)).toMatchObject({ undoSeconds: 60, duplicateDays: 30 });
});

test('a change of a fixed setting is refused together with all changes in the same call', () => {
  const policy = judgePolicy({ undo_seconds: 0 });
  const change = () => withChanges(stored, { undoSeconds: 30, duplicateDays: 30 }, policy);
  expect(change).toThrow(CodedError);
  expect(change).toThrow('setting_set_by_organisation');
});

test('a fixed setting’s current value is accepted but not stored', () => {
  const policy = judgePolicy({ undo_seconds: 0 });
  expect(withChanges(stored, { undoSeconds: 0, duplicateDays: 30 }, policy)).toMatchObject({
    undoSeconds: 60,
    duplicateDays: 30,
  });
});

test('an unreadable policy turns erasing off', () => {
  const chosen = settings.parse({ retentionDays: 30 });
  expect(withOverlay(chosen, judgePolicy({ retention_days: 365 })).retentionDays).toBe(365);
  expect(withOverlay(chosen, judgePolicy({ retention_days: 364 })).retentionDays).toBe(0);
  expect(withOverlay(chosen, unreadablePolicy(policyProblem('', 'not_text'))).retentionDays).toBe(0);
  expect(withOverlay(chosen, judgePolicy({ typo: 1 })).retentionDays).toBe(30);
});

test("under an unreadable policy settings keep stored values and can't be changed", () => {
  const policy = unreadablePolicy(policyProblem('', 'not_text'));
  expect(withOverlay(stored, policy)).toMatchObject({ undoSeconds: 60, weakStorageAllowed: false });
  expect(() => withChanges(stored, { undoSeconds: 30 }, policy)).toThrow(CodedError);
  expect(() => withChanges(stored, { weakStorageAllowed: true }, policy)).toThrow(CodedError);
  expect(withChanges(stored, { colorScheme: 'dark', currentWorkspaceId: 'a' }, policy)).toMatchObject({
    colorScheme: 'dark',
    weakStorageAllowed: true,
  });
});
