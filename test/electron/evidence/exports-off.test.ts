import { expect, test } from 'vitest';
import { judgePolicy, unreadablePolicy } from '../../../electron/policy/judge-policy.ts';
import { exportRecorder } from '../../../electron/reports/evidence.ts';
import { policyProblem } from '../../../shared/policy.ts';

/** What was asked to be saved under this policy, and what it was recorded as. */
function recorderUnder(policy: ReturnType<typeof judgePolicy>) {
  const saved: string[] = [];
  const exportFile = exportRecorder({
    saveFile: async (name) => {
      saved.push(name);
      return name;
    },
    allowed: () => policy.exportsAllowed,
    append: async () => undefined,
  });
  return { saved, exportFile };
}

test.each(['requests', 'report', 'comparison', 'insights', 'import_problems', 'do_not_call'] as const)(
  'where the policy turns exports off, nobody is even asked where to save %s',
  async (what) => {
    const { saved, exportFile } = recorderUnder(judgePolicy({ exports: false }));
    await expect(exportFile({ what, count: 1 }, 'file.csv', 'a')).rejects.toMatchObject({
      failure: { error: { code: 'exports_not_allowed' } },
    });
    expect(saved).toEqual([]);
  },
);

test.each(['backup', 'evidence', 'person', 'library'] as const)(
  '%s can be saved all the same',
  async (what) => {
    const { saved, exportFile } = recorderUnder(judgePolicy({ exports: false }));
    await exportFile({ what, count: null }, 'file', 'a');
    expect(saved).toEqual(['file']);
  },
);

test.each([
  [judgePolicy({}), true],
  [judgePolicy({ exports: true }), true],
  [judgePolicy({ exports: 'yes' }), false],
  [judgePolicy({ exports: null }), false],
  [judgePolicy({ export: false }), false],
  [judgePolicy({ exports: true, typo: 1 }), true],
  [unreadablePolicy(policyProblem('', 'not_text')), false],
])('the policy %# allows exports only if it is whole, or says so', (policy, allowed) => {
  expect(policy.exportsAllowed).toBe(allowed);
});
