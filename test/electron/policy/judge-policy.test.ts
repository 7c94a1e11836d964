import { expect, test } from 'vitest';
import { judgePolicy, type Policy, unreadablePolicy } from '../../../electron/policy/judge-policy.ts';
import { MOST_CONNECTIONS } from '../../../electron/policy/policy-schema.ts';
import { POLICY_SETTINGS } from '../../../electron/policy/policy-settings.ts';
import { policyProblem } from '../../../shared/policy.ts';
import { policyWords } from '../../../shared/words/policy-words.ts';
import { entry } from './policy-entry.ts';

const places = ({ problems }: Policy) => problems.map(({ where }) => where);

test('a policy that is right sets its connections, its locks and its settings', () => {
  const policy = judgePolicy({
    $schema: 'policy.schema.json',
    workspaces: [entry({ base_url: ' https://screening.example.com/api/ ' })],
    locked: true,
    practice_workspace: false,
    weak_storage: true,
    undo_seconds: 30,
    updates: { mode: 'off' },
    notifications: { quiet_hours: { enabled: true, from: '18:00', until: '08:00' } },
  });
  expect(policy).toMatchObject({
    problems: [],
    locked: true,
    onlyItsOwn: true,
    practiceAllowed: false,
    practiceHeld: true,
    connectionsComplete: true,
    connections: [
      {
        name: 'Hiring',
        baseUrl: 'https://screening.example.com/api',
        authUrl: 'https://login.example.com',
        clientId: 'callboard',
        clientSecret: 'a-secret-of-the-policy',
        redirectUri: 'app.callboard:/oauth/callback',
      },
    ],
    values: {
      weakStorageAllowed: true,
      undoSeconds: 30,
      updateMode: 'off',
      quietHours: { enabled: true, from: '18:00', until: '08:00' },
    },
  });
  expect([...policy.fixed].sort()).toEqual(['quietHours', 'undoSeconds', 'updateMode', 'weakStorageAllowed']);
});

test('an empty object sets nothing and locks nothing', () => {
  expect(judgePolicy({})).toMatchObject({ locked: false, practiceAllowed: true, problems: [], values: {} });
});

test.each([
  ['a list', []],
  ['a text', 'locked'],
  ['a number', 1],
  ['nothing', null],
  ['no', false],
])('%s in the place of a policy locks everything that a policy could set', (_what, document) => {
  const policy = judgePolicy(document);
  expect(policy).toMatchObject({
    locked: true,
    practiceAllowed: false,
    values: { weakStorageAllowed: false },
  });
  expect([...policy.fixed]).toEqual(POLICY_SETTINGS.map(({ setting }) => setting));
  expect(places(policy)).toEqual(['']);
  // Whether what is under way may go on is not told by it: the last policy that could be read counts.
  expect(policy).toMatchObject({
    onlyItsOwn: undefined,
    practiceHeld: undefined,
    connectionsComplete: false,
  });
});

test('a name that nobody knows is said, does not void the rest, and locks: it may be a misspelt lock', () => {
  const policy = judgePolicy({
    lockd: true,
    undo_seconds: 15,
    updates: { mod: 'off' },
    workspaces: [entry()],
  });
  expect(places(policy)).toEqual(['lockd', 'updates.mod']);
  expect(policy).toMatchObject({ locked: true, practiceAllowed: false, values: { undoSeconds: 15 } });
  expect(policy.connections).toHaveLength(1);
  expect(policy.fixed).toContain('updateMode');
  expect(policy.fixed).toContain('updateChannel');
  expect(policy.values.updateMode).toBeUndefined();
});

test('a bad value is said with its place; its setting stays as it is stored and cannot be changed', () => {
  const policy = judgePolicy({
    undo_seconds: 7,
    duplicate_days: '30',
    queue_concurrency: null,
    updates: 'off',
    notifications: { quiet_hours: { enabled: true, from: '25:00', until: '08:00' }, completed: 'yes' },
  });
  expect(places(policy).sort()).toEqual([
    'duplicate_days',
    'notifications.completed',
    'notifications.quiet_hours.from',
    'queue_concurrency',
    'undo_seconds',
    'updates',
  ]);
  expect(policy.values).toEqual({ weakStorageAllowed: false });
  for (const setting of [
    'undoSeconds',
    'duplicateDays',
    'queueConcurrency',
    'updateMode',
    'quietHours',
  ] as const) {
    expect(policy.fixed).toContain(setting);
  }
});

test.each([
  ['locked', { locked: 'yes' }, { locked: true, onlyItsOwn: undefined }],
  ['practice_workspace', { practice_workspace: 0 }, { practiceAllowed: false, practiceHeld: undefined }],
  ['weak_storage', { weak_storage: 'no' }, { values: { weakStorageAllowed: false } }],
])('%s that cannot be read is taken strictly', (where, document, strict) => {
  const policy = judgePolicy(document);
  expect(places(policy)).toEqual([where]);
  expect(policy).toMatchObject({ locked: true, ...strict });
});

test('what the policy itself allows readably stays allowed while something else is wrong', () => {
  const policy = judgePolicy({ practice_workspace: true, weak_storage: true, locked: false, typo: 1 });
  expect(policy).toMatchObject({
    locked: true,
    onlyItsOwn: false,
    practiceAllowed: true,
    values: { weakStorageAllowed: true },
  });
});

test.each([
  ['javascript:alert(1)', 'Enter a full address that starts with https://'],
  ['http://screening.example.com', 'Use https:// – plain http is only safe on this computer itself.'],
  ['https://user:hunter2@screening.example.com', 'Leave user name and password out of the address.'],
  ['https://screening.example.com/?token=hunter2', 'Leave out everything after ? or #.'],
  ['file:///etc/passwd', 'Enter a full address that starts with https://'],
  [['https://screening.example.com'], 'This must be a text, in double quotes.'],
])(
  'a connection to %j is left out, said without its value, and nothing can be added meanwhile',
  (base_url, message) => {
    const policy = judgePolicy({
      workspaces: [entry({ base_url }), entry({ name: 'Right', client_id: 'other' })],
    });
    expect(said(policy)).toEqual([{ where: 'workspaces[0].base_url', message }]);
    expect(policy.connections.map(({ name }) => name)).toEqual(['Right']);
    expect(policy).toMatchObject({ locked: true, connectionsComplete: false });
    expect(JSON.stringify(policy.problems)).not.toContain('hunter2');
  },
);

test('a connection that is wrong and still can be told is mentioned: its workspace stays as it is', () => {
  const policy = judgePolicy({ workspaces: [entry({ auth_url: 'login.example.com' })] });
  expect(policy).toMatchObject({
    connections: [],
    mentioned: [{ baseUrl: 'https://screening.example.com', clientId: 'callboard' }],
    connectionsComplete: true,
  });
});

test('no problem repeats a value: it may be a secret in a wrong place', () => {
  const secret = 'hunter2-and-a-half';
  const policy = judgePolicy({
    client_secret: secret,
    undo_seconds: secret,
    locked: { secret },
    updates: { mode: secret },
    workspaces: [
      entry({ client_secret: [secret] }),
      entry({ client_secret: '' }),
      entry({ base_url: secret, redirect_uri: secret }),
      { ...entry(), password: secret },
      secret,
    ],
  });
  expect(policy.problems.length).toBeGreaterThan(6);
  expect(JSON.stringify(policy.problems)).not.toContain(secret);
});

test('the same connection twice is used once, and two of one name are said', () => {
  const policy = judgePolicy({
    workspaces: [entry(), entry({ name: 'Twin' }), entry({ name: 'hiring', client_id: 'other' })],
  });
  expect(policy.connections.map(({ name }) => name)).toEqual(['Hiring', 'hiring']);
  expect(said(policy)).toEqual([
    {
      where: 'workspaces[1]',
      message: 'This repeats the connection workspaces[0]: the same service address and client ID.',
    },
    {
      where: 'workspaces[2].name',
      message: 'workspaces[0] has the same name, so nobody could tell them apart.',
    },
  ]);
});

test('ten thousand connections are not taken in, right or wrong', () => {
  const many = Array.from({ length: 10_000 }, (_, number) =>
    entry({ name: `W${number}`, client_id: `${number}` }),
  );
  const right = judgePolicy({ workspaces: many });
  expect(right.connections).toHaveLength(MOST_CONNECTIONS);
  expect(right).toMatchObject({ locked: true, connectionsComplete: false });
  expect(places(right)).toEqual(['workspaces']);
  const wrong = judgePolicy({ workspaces: many.map(() => ({ name: 1, more: 2 })) });
  expect(wrong.problems.length).toBeLessThan(60);
  expect(said(wrong).at(-1)?.message).toMatch(/more problems are not listed/);
});

test('names of the language are names like any other', () => {
  const document: unknown = JSON.parse(
    '{"__proto__":{"locked":false},"constructor":1,"toString":2,"updates":{"__proto__":{"mode":"automatic"}}}',
  );
  const policy = judgePolicy(document);
  expect(places(policy).sort()).toEqual(['__proto__', 'constructor', 'toString', 'updates.__proto__']);
  expect(policy.locked).toBe(true);
  expect(Reflect.get({}, 'locked')).toBeUndefined();
});

test('a policy that cannot be read at all keeps every setting as it is stored', () => {
  const policy = unreadablePolicy(policyProblem('', 'not_text'));
  expect(policy.values).toEqual({ weakStorageAllowed: false, retentionDays: 0 });
  expect(policy.fixed.size).toBe(POLICY_SETTINGS.length);
});

test('a proxy by hand needs its address: without one that is right there is no way, and none goes straight', () => {
  const right = judgePolicy({ proxy: { mode: 'manual', address: 'proxy.example.com:8080', bypass: '' } });
  expect(right).toMatchObject({ problems: [], values: { proxyMode: 'manual', proxyBypass: '' } });
  for (const proxy of [{ mode: 'manual' }, { mode: 'manual', address: 'ftp://proxy' }]) {
    const wrong = judgePolicy({ proxy });
    expect(places(wrong)).toEqual(['proxy.address']);
    expect(wrong.values).toMatchObject({ proxyMode: 'manual', proxyAddress: '' });
    expect([...wrong.fixed]).toEqual(expect.arrayContaining(['proxyMode', 'proxyAddress']));
  }
});

test.each([
  [{ undo_seconds: 7 }, 'Use one of 0, 5, 15, 30, 60.'],
  [{ updates: { mode: 'never' } }, 'Use one of off, manual, automatic.'],
  [{ locked: 'yes' }, 'This must be true or false.'],
  [{ queue_concurrency: 17 }, 'Use at most 16.'],
  [{ queue_concurrency: 0 }, 'Use at least 1.'],
  [{ queue_concurrency: 1.5 }, 'This must be a whole number.'],
  [{ queue_concurrency: '4' }, 'This must be a number.'],
  [{ notifications: { quiet_hours: { enabled: true, from: '18:00' } } }, 'This is missing.'],
  [{ workspaces: [entry({ name: undefined })] }, 'This is missing.'],
  [{ workspaces: {} }, 'This must be a list, in square brackets.'],
  [{ locked: null }, 'A value is missing. To set nothing, leave the name out.'],
])('what is wrong with %j is said in plain words', (document, message) => {
  expect(said(judgePolicy(document)).map((problem) => problem.message)).toEqual([message]);
});

function said({ problems }: Policy): readonly { readonly where: string; readonly message: string }[] {
  return problems.map((problem) => ({ where: problem.where, message: policyWords(problem) }));
}
