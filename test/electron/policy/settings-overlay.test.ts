import { describe, expect, test } from 'vitest';
import { judgePolicy, unreadablePolicy } from '../../../electron/policy/judge-policy.ts';
import { floorOf, floorToTell } from '../../../electron/policy/judge-retention.ts';
import { NOTHING_FIXED, withChanges, withOverlay } from '../../../electron/policy/policy-settings.ts';
import { policyProblem } from '../../../shared/policy.ts';
import { CodedError } from '../../../shared/result.ts';
import { NO_LAST_POLICY, settings } from '../../../shared/settings.ts';

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
  expect(withOverlay(chosen, judgePolicy({ retention_days: 3651 })).retentionDays).toBe(0);
  expect(withOverlay(chosen, unreadablePolicy(policyProblem('', 'not_text'))).retentionDays).toBe(0);
});

test('a mistake anywhere turns erasing off while nothing says how long to keep: its name may be misspelt', () => {
  const chosen = settings.parse({ retentionDays: 30 });
  const days = (document: object) => withOverlay(chosen, judgePolicy(document)).retentionDays;
  for (const misspelt of [{ retenton: { at_least_days: 400 } }, { retention_day: 400 }, { typo: 1 }]) {
    expect(days(misspelt)).toBe(0);
    expect(floorOf(judgePolicy(misspelt).retention)).toBe(Number.POSITIVE_INFINITY);
  }
  expect(days({ typo: 1, retention_days: 365 })).toBe(365);
  expect(days({ typo: 1, retention: { at_least_days: 90 } })).toBe(90);
});

test('the duplicates’ window of the last readable policy holds while this one can’t be told', () => {
  const mine = settings.parse({ duplicateDays: 0, lastPolicy: { ...NO_LAST_POLICY, duplicateDays: 90 } });
  for (const policy of [
    judgePolicy({ duplicate_days: 'long' }),
    judgePolicy({ duplicate_dayz: 90 }),
    unreadablePolicy(policyProblem('', 'not_text')),
  ]) {
    expect(withOverlay(mine, policy).duplicateDays).toBe(90);
    expect(() => withChanges(mine, { duplicateDays: 1 }, policy)).toThrow(CodedError);
    expect(withChanges(mine, { duplicateDays: 90 }, policy).duplicateDays).toBe(0);
  }
  expect(withOverlay(mine, judgePolicy({ typo: 1, duplicate_days: 10 })).duplicateDays).toBe(10);
  expect(withOverlay(mine, judgePolicy({})).duplicateDays).toBe(0);
  expect(withOverlay(settings.parse({ duplicateDays: 7 }), judgePolicy({ typo: 1 })).duplicateDays).toBe(7);
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

describe('the bounds of a retention', () => {
  const bounds = (retention: object) => judgePolicy({ retention });
  const days = (retentionDays: number, retention: object) =>
    withOverlay(settings.parse({ retentionDays }), bounds(retention)).retentionDays;

  test('draw a chosen retention to the nearest bound, and never to the ceiling', () => {
    expect(days(30, { at_least_days: 90 })).toBe(90);
    expect(days(180, { at_least_days: 90 })).toBe(180);
    expect(days(0, { at_least_days: 90 })).toBe(0);
    expect(days(365, { at_most_days: 100 })).toBe(100);
    expect(days(0, { at_most_days: 100 })).toBe(100);
    expect(days(30, { at_least_days: 45, at_most_days: 45 })).toBe(45);
  });

  test('refuse another choice, and keep the stored one for when the policy is gone', () => {
    const mine = settings.parse({ retentionDays: 30 });
    const policy = bounds({ at_least_days: 90, at_most_days: 365 });
    for (const retentionDays of [0, 30, 366])
      expect(() => withChanges(mine, { retentionDays }, policy)).toThrow('retention_out_of_bounds');
    expect(withChanges(mine, { retentionDays: 180 }, policy).retentionDays).toBe(180);
    expect(withChanges(mine, { undoSeconds: 30 }, policy).retentionDays).toBe(30);
  });

  test.each([
    [{ retention: { at_least_days: 400, at_most_days: 300 } }, 'retention.at_most_days'],
    [{ retention: { at_least_days: -1 } }, 'retention.at_least_days'],
    [{ retention: { at_most_days: 0 } }, 'retention.at_most_days'],
    [{ retention: { at_leats_days: 400 } }, 'retention.at_leats_days'],
    [{ retention: [] }, 'retention'],
    [{ retention: null }, 'retention'],
    [{ retention: { at_least_days: 90 }, retention_days: 30 }, 'retention_days'],
    [{ retention: { at_most_days: 90 }, retention_days: 0 }, 'retention_days'],
  ])('%j is refused, and nothing is erased by itself', (document, where) => {
    const policy = judgePolicy(document);
    expect(policy.problems.map((problem) => problem.where)).toEqual([where]);
    expect(withOverlay(settings.parse({ retentionDays: 30 }), policy).retentionDays).toBe(0);
    expect(policy.fixed.has('retentionDays')).toBe(true);
  });

  test('a floor stays where only the ceiling is invalid', () => {
    const { retention } = bounds({ at_least_days: 90, at_most_days: 'soon' });
    expect(retention).toEqual({ atLeastDays: 90, atMostDays: null, unclear: true });
    expect(floorOf(retention)).toBe(Number.POSITIVE_INFINITY);
    // A person who erases somebody is told of it.
    expect(floorToTell(retention, 365)).toBe(90);
  });
});

test('the floor of the last readable policy is told while this one can’t be read', () => {
  for (const { retention } of [
    unreadablePolicy(policyProblem('', 'not_text')),
    judgePolicy({ retention: { at_least_days: 'long' } }),
    judgePolicy({ retenton: { at_least_days: 365 } }),
  ]) {
    expect(floorToTell(retention, 365)).toBe(365);
    expect(floorToTell(retention, 0)).toBe(0);
  }
  expect(floorToTell(judgePolicy({}).retention, 365)).toBe(0);
  expect(floorToTell(judgePolicy({ retention: { at_most_days: 90 } }).retention, 365)).toBe(0);
});
