import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { judgePolicy } from '../../../electron/policy/judge-policy.ts';
import { policyRules } from '../../../electron/policy/policy-rules.ts';
import { policySchema } from '../../../electron/policy/policy-schema.ts';
import { POLICY_SETTINGS } from '../../../electron/policy/policy-settings.ts';
import { readPolicyText } from '../../../electron/policy/policy-text.ts';
import { readRegistryOutput } from '../../../electron/policy/registry-output.ts';
import { settings } from '../../../shared/settings.ts';
import { workspaceRules } from '../../../shared/workspace-rules.ts';
import { entry } from './policy-entry.ts';

const RUNS = { seed: 5, numRuns: 500 };

const names = fc.constantFrom(
  ...Object.keys(policySchema.shape),
  ...Object.keys(entry()),
  ...POLICY_SETTINGS.map(({ path }) => path.slice(path.indexOf('.') + 1)),
  ...Object.keys(policyRules.shape),
  'asked',
  'weekdays',
  '__proto__',
  'constructor',
  'Locked',
);
const leaves = fc.oneof(
  fc.constantFrom<unknown>(
    true,
    false,
    0,
    1,
    15,
    30,
    'off',
    '',
    'https://a.example',
    'javascript:1',
    '08:00',
    null,
  ),
  fc.string(),
  fc.double(),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaves,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(names, tie('tree'), { maxKeys: 6 }),
    fc.record({ workspaces: fc.array(fc.dictionary(names, leaves).map(entry), { maxLength: 3 }) }),
  ),
}));

/** Expects everything a policy can forbid to be forbidden. */
function expectStrict(document: unknown): void {
  const policy = judgePolicy(document);
  expect(policy.problems).not.toEqual([]);
  expect(policy.locked).toBe(true);
  const named = new Map(Object.entries(Object(document)));
  if (named.get('practice_workspace') !== true) expect(policy.practiceAllowed).toBe(false);
  if (named.get('exports') !== true) expect(policy.exportsAllowed).toBe(false);
  if (named.get('weak_storage') !== true) expect(policy.values.weakStorageAllowed).toBe(false);
  for (const setting of ['weakStorageAllowed', 'updateMode', 'updateChannel'] as const) {
    expect(policy.fixed).toContain(setting);
  }
}

test('judging any document never throws, and an invalid policy locks', () => {
  fc.assert(
    fc.property(tree, (document) => {
      if (policySchema.safeParse(document).success) return;
      expectStrict(document);
    }),
    RUNS,
  );
});

test('a policy sets only valid values of settings', () => {
  fc.assert(
    fc.property(tree, (document) => {
      const { values, fixed, rules } = judgePolicy(document);
      expect(z.object(workspaceRules.shape).partial().safeParse(rules.values).success).toBe(true);
      expect(settings.partial().safeParse(values).success).toBe(true);
      for (const setting of Object.keys(values)) expect([...fixed]).toContain(setting);
    }),
    RUNS,
  );
});

test('reading any bytes never throws, and only white space counts as no policy', () => {
  const damaged = fc.tuple(tree, fc.nat(), fc.uint8Array({ maxLength: 4 })).map(([document, at, bytes]) => {
    const text = Buffer.from(JSON.stringify(document) ?? '');
    const cut = at % (text.length + 1);
    return Buffer.concat([text.subarray(0, cut), bytes, text.subarray(cut + bytes.length)]);
  });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 64 }), damaged), (bytes) => {
      const found = readPolicyText(bytes);
      if (found.kind !== 'absent') return;
      expect(new TextDecoder().decode(bytes).trim()).toBe('');
    }),
    RUNS,
  );
});

test('parsed JSON equals the result of JSON.parse', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const found = readPolicyText(Buffer.from(text));
      if (found.kind === 'document')
        expect(JSON.stringify(found.document)).toBe(JSON.stringify(JSON.parse(text)));
      else expect(found.kind === 'unreadable' && found.problem.code).toMatch(/twice|deep/);
    }),
    RUNS,
  );
});

test('reading any output of reg.exe never throws', () => {
  const lines = fc.oneof(
    fc.constantFrom('HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Callboard', '', '    Policy    REG_SZ    {'),
    fc
      .tuple(names, fc.constantFrom('REG_SZ', 'REG_DWORD', 'REG_BINARY', 'REG_MULTI_SZ'), fc.string())
      .map(([name, type, data]) => `    ${name}    ${type}    ${data}`),
    fc
      .tuple(names, names)
      .map((keys) => `HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Callboard\\${keys.join('\\')}`),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 12 }), (printed) => {
      const found = readRegistryOutput(printed.join('\r\n'));
      if (found.kind === 'document') judgePolicy(found.document, found.problems);
    }),
    RUNS,
  );
});
