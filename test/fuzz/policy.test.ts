import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgePolicy, unreadablePolicy } from '../../electron/policy/judge-policy.ts';
import { policySchema } from '../../electron/policy/policy-schema.ts';
import { readPolicyText } from '../../electron/policy/policy-text.ts';
import { readRegistryOutput } from '../../electron/policy/registry-output.ts';
import { settings } from '../../shared/settings.ts';
import { policyWords } from '../../shared/words/policy-words.ts';
import { connectionInput } from '../../shared/workspace.ts';
import { FUZZ_TIMEOUT, survives } from './fuzzing.ts';
import { deepJson, hostileText, isPolluted, jsonText, objectLike, spoilt } from './hostile.ts';

const PART = 'policy';
const text = hostileText.map((each) => JSON.stringify(each));
const address = fc.oneof(
  fc.constantFrom(
    '"https://api.example.com"',
    '"http://127.0.0.1:8080"',
    '"http://api.example.com"',
    '"javascript:1"',
    '"file:///etc"',
  ),
  text,
);
const connection = objectLike({
  name: text,
  base_url: address,
  auth_url: address,
  issuer: address,
  client_id: text,
  client_secret: text,
  redirect_uri: fc.constantFrom(
    '"app.callboard:/oauth/callback"',
    '"http://127.0.0.1:1/cb"',
    '"https://example.com/#x"',
  ),
});
const connections = fc.array(connection, { maxLength: 4 }).map((each) => `[${each.join(',')}]`);

/** A document with every name of a policy, some with valid values. */
const document = objectLike({
  ...Object.fromEntries(Object.keys(policySchema.shape).map((name) => [name, jsonText])),
  workspaces: connections,
  locked: fc.constantFrom('true', 'false', '1'),
});
const written = fc.oneof(
  { arbitrary: document, weight: 4 },
  { arbitrary: spoilt(document), weight: 2 },
  { arbitrary: jsonText, weight: 1 },
  { arbitrary: deepJson, weight: 1 },
  { arbitrary: hostileText, weight: 1 },
);
const bytes = fc.oneof(
  { arbitrary: written.map((each) => Buffer.from(each)), weight: 6 },
  { arbitrary: written.map((each) => Buffer.from(`\ufeff${each}`, 'utf16le')), weight: 1 },
  { arbitrary: fc.uint8Array({ maxLength: 300 }).map((each) => Buffer.from(each)), weight: 1 },
);

/** Checks that anything a policy can forbid stays forbidden if the policy is unreadable. */
function expectSafe(found: ReturnType<typeof readPolicyText>): void {
  if (found.kind === 'absent') return;
  const policy =
    found.kind === 'unreadable'
      ? unreadablePolicy(found.problem)
      : judgePolicy(found.document, found.problems);
  expect(settings.partial().safeParse(policy.values).success).toBe(true);
  for (const each of policy.connections) {
    expect(connectionInput.safeParse(each).success).toBe(true);
    expect(each.baseUrl).toMatch(/^(?:https:|http:\/\/(?:127\.|localhost|\[::1\]))/);
  }
  if (policy.problems.length > 0) expect(policy.locked).toBe(true);
  for (const problem of policy.problems) {
    expect(policyWords(problem)).toMatch(/^.+/);
    expect(problem.where.length).toBeLessThan(300);
  }
}

test(
  'whatever a policy file holds, it is read or said to be wrong, and never opens what it could lock',
  () =>
    survives(
      PART,
      { short: 100, long: 50_000 },
      fc.property(bytes, (file) => {
        expectSafe(readPolicyText(file));
        expect(isPolluted()).toBe(false);
      }),
    ),
  FUZZ_TIMEOUT,
);

test(
  'whatever the registry prints, too',
  () =>
    survives(
      PART,
      { short: 100, long: 50_000 },
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom(
              'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Callboard',
              'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Callboard\\workspaces\\1',
              '',
              '    locked    REG_DWORD    0x1',
              '    __proto__    REG_SZ    x',
              '    base_url    REG_SZ    https://api.example.com',
            ),
            written.map((each) => `    Policy    REG_SZ    ${each}`),
            hostileText,
          ),
          { maxLength: 12 },
        ),
        (lines) => {
          expectSafe(readRegistryOutput(lines.join('\r\n')));
          expect(isPolluted()).toBe(false);
        },
      ),
    ),
  FUZZ_TIMEOUT,
);
