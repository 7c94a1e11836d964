import { expect, test } from 'vitest';
import { judgePolicy } from '../../../electron/policy/judge-policy.ts';
import { listsKey, readRegistryOutput } from '../../../electron/policy/registry-output.ts';

const KEY = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Callboard';

/** With the line ends of `reg.exe`. */
const printed = (...lines: readonly string[]) => `\r\n${lines.join('\r\n')}\r\n\r\n`;

function judged(output: string) {
  const found = readRegistryOutput(output);
  if (found.kind !== 'document') throw new Error(`It was ${found.kind}.`);
  return judgePolicy(found.document, found.problems);
}

test('values, groups and numbered connections become one policy', () => {
  const policy = judged(
    printed(
      KEY,
      '    (Default)    REG_SZ    ',
      '    locked    REG_DWORD    0x1',
      '    practice_workspace    REG_DWORD    0x0',
      '    undo_seconds    REG_DWORD    0x1e',
      '    queue_concurrency    REG_DWORD    0x1',
      '',
      `${KEY}\\notifications`,
      '    names    REG_SZ    never',
      '',
      `${KEY}\\rules\\notice`,
      '    asked    REG_DWORD    0x1',
      '    required    REG_DWORD    0x0',
      '    days    REG_DWORD    0x2',
      '',
      `${KEY}\\updates`,
      '    mode    REG_SZ    off',
      '',
      `${KEY}\\workspaces\\10`,
      '    name    REG_SZ    Second',
      '    base_url    REG_SZ    https://second.example.com',
      '    auth_url    REG_SZ    https://login.example.com',
      '    client_id    REG_SZ    callboard',
      '    redirect_uri    REG_SZ    app.callboard:/oauth/callback',
      '',
      `${KEY}\\workspaces\\2`,
      '    Name    REG_SZ    First    of all',
      '    base_url    REG_SZ    https://first.example.com',
      '    auth_url    REG_SZ    https://login.example.com',
      '    client_id    REG_SZ    callboard',
      '    redirect_uri    REG_SZ    app.callboard:/oauth/callback',
    ),
  );
  expect(policy.problems).toEqual([]);
  expect(policy).toMatchObject({
    locked: true,
    onlyItsOwn: true,
    practiceHeld: true,
    values: {
      undoSeconds: 30,
      queueConcurrency: 1,
      notificationNames: 'never',
      updateMode: 'off',
    },
    rules: { values: { notice: { asked: true, required: false, days: 2 } } },
  });
  expect(policy.connections.map(({ name }) => name)).toEqual(['First    of all', 'Second']);
});

test('the value Policy may hold the whole policy on several lines; other values are reported', () => {
  const lines = ['{ "locked": true,', '    "undo_seconds": 30 }'];
  const inOneValue = judged(printed(KEY, `    Policy    REG_SZ    ${lines.join('\r\n')}`));
  expect(inOneValue).toMatchObject({ problems: [], locked: true, values: { undoSeconds: 30 } });
  const inLines = judged(printed(KEY, `    Policy    REG_MULTI_SZ    ${lines.join('\\0')}`));
  expect(inLines).toMatchObject({ problems: [], locked: true, values: { undoSeconds: 30 } });
  const beside = judged(printed(KEY, '    Policy    REG_SZ    {}', '    locked    REG_DWORD    0x1'));
  expect(beside.problems.map(({ where }) => where)).toEqual(['locked']);
});

test('workspaces may be JSON in one value; invalid JSON is reported with its path', () => {
  const right = judged(printed(KEY, '    workspaces    REG_SZ    []'));
  expect(right).toMatchObject({ problems: [], locked: false });
  const wrong = judged(printed(KEY, '    workspaces    REG_SZ    [{]'));
  expect(wrong.problems[0]).toMatchObject({ where: 'workspaces', code: 'not_json', values: { column: 3 } });
  expect(wrong).toMatchObject({ locked: true, connectionsComplete: false });
});

test('a value of an unsupported type locks', () => {
  const policy = judged(printed(KEY, '    locked    REG_BINARY    00'));
  expect(policy.problems[0]).toMatchObject({ code: 'registry_type', values: { type: 'REG_BINARY' } });
  expect(policy).toMatchObject({ locked: true, onlyItsOwn: undefined });
});

test('an empty key means no policy', () => {
  expect(readRegistryOutput(printed(KEY))).toEqual({ kind: 'absent' });
  expect(readRegistryOutput('')).toEqual({ kind: 'absent' });
});

test("a key's existence is read from its parent's listing", () => {
  const list = printed(
    'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Google',
    'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\callboard',
  );
  expect(listsKey(list, 'Callboard')).toBe(true);
  expect(listsKey(list.replace('callboard', 'Callboard Pro'), 'Callboard')).toBe(false);
});

test('questionnaires are JSON in one value', () => {
  const questionnaires = [{ id: 'q', fields: [{ path: '/overall', label: 'Overall' }] }];
  const policy = judged(printed(KEY, `    questionnaires    REG_SZ    ${JSON.stringify(questionnaires)}`));
  expect(policy.problems).toEqual([]);
  expect(policy.questionnaires.described).toMatchObject(questionnaires);
});

test('what is there as a value and as a key contradicts itself, and neither counts', () => {
  const policy = judged(
    printed(
      KEY,
      '    workspaces    REG_SZ    []',
      '    rules    REG_SZ    {"notice": {"asked": true, "required": true, "days": 1}, "default_country": "DE"}',
      '    retention    REG_SZ    {"at_least_days":',
      '',
      `${KEY}\\retention`,
      '    at_least_days    REG_DWORD    0x1',
      '',
      `${KEY}\\rules\\notice`,
      '    asked    REG_DWORD    0x0',
      '',
      `${KEY}\\workspaces\\1`,
      '    name    REG_SZ    First',
    ),
  );
  expect(policy.problems.map(({ where, code }) => [where, code])).toEqual(
    expect.arrayContaining([
      ['rules.notice.asked', 'name_twice'],
      ['workspaces', 'name_twice'],
    ]),
  );
  expect(policy.rules).toMatchObject({
    values: { defaultCountry: 'DE' },
    unclear: { notice: 'invalid' },
  });
  expect(policy).toMatchObject({ connectionsComplete: false, retention: { unclear: true } });
});
