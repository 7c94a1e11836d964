import { expect, test } from 'vitest';
import { judgePolicy, type Policy, unreadablePolicy } from '../../../electron/policy/judge-policy.ts';
import { MAX_CONNECTIONS } from '../../../electron/policy/policy-schema.ts';
import { POLICY_SETTINGS } from '../../../electron/policy/policy-settings.ts';
import { policyProblem } from '../../../shared/policy.ts';
import { policyWords } from '../../../shared/words/policy-words.ts';
import { entry } from './policy-entry.ts';

const places = ({ problems }: Policy) => problems.map(({ where }) => where);

test('a valid policy sets its connections, locks and settings', () => {
  const policy = judgePolicy({
    $schema: 'policy.schema.json',
    workspaces: [
      entry({ base_url: ' https://screening.example.com/api/ ' }),
      entry({ name: 'Mapped', client_id: 'other', issuer: ' https://id.example.com/realms/hiring/ ' }),
    ],
    locked: true,
    practice_workspace: false,
    weak_storage: true,
    undo_seconds: 30,
    updates: { mode: 'off' },
    notifications: { names: 'never' },
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
        issuer: '',
        redirectUri: 'app.callboard:/oauth/callback',
      },
      { name: 'Mapped', issuer: 'https://id.example.com/realms/hiring/' },
    ],
    values: {
      weakStorageAllowed: true,
      undoSeconds: 30,
      updateMode: 'off',
      notificationNames: 'never',
    },
  });
  expect([...policy.fixed].sort()).toEqual([
    'notificationNames',
    'undoSeconds',
    'updateMode',
    'weakStorageAllowed',
  ]);
});

test('an empty object sets nothing and locks nothing', () => {
  expect(judgePolicy({})).toMatchObject({ locked: false, practiceAllowed: true, problems: [], values: {} });
});

test.each([
  ['a list', []],
  ['a string', 'locked'],
  ['a number', 1],
  ['null', null],
  ['false', false],
])('%s instead of an object locks everything a policy can set', (_what, document) => {
  const policy = judgePolicy(document);
  expect(policy).toMatchObject({
    locked: true,
    practiceAllowed: false,
    values: { weakStorageAllowed: false },
  });
  expect([...policy.fixed]).toEqual(POLICY_SETTINGS.map(({ setting }) => setting));
  expect(places(policy)).toEqual(['']);
  // Whether existing workspaces may send stays as under the last readable policy.
  expect(policy).toMatchObject({
    onlyItsOwn: undefined,
    practiceHeld: undefined,
    connectionsComplete: false,
  });
});

test('an unknown name is reported and locks, since it may be misspelt, but does not void the rest', () => {
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

test("an invalid value is reported with its path; its setting keeps the stored value and can't be changed", () => {
  const policy = judgePolicy({
    undo_seconds: 7,
    duplicate_days: '30',
    queue_concurrency: null,
    updates: 'off',
    notifications: { names: 'sometimes', completed: 'yes' },
  });
  expect(places(policy).sort()).toEqual([
    'duplicate_days',
    'notifications.completed',
    'notifications.names',
    'queue_concurrency',
    'undo_seconds',
    'updates',
  ]);
  expect(policy.values).toEqual({ weakStorageAllowed: false, retentionDays: 0 });
  for (const setting of [
    'undoSeconds',
    'duplicateDays',
    'queueConcurrency',
    'updateMode',
    'notificationNames',
  ] as const) {
    expect(policy.fixed).toContain(setting);
  }
});

test.each([
  ['locked', { locked: 'yes' }, { locked: true, onlyItsOwn: undefined }],
  ['practice_workspace', { practice_workspace: 0 }, { practiceAllowed: false, practiceHeld: undefined }],
  ['weak_storage', { weak_storage: 'no' }, { values: { weakStorageAllowed: false } }],
])('an invalid value of %s is replaced with the strict one', (where, document, strict) => {
  const policy = judgePolicy(document);
  expect(places(policy)).toEqual([where]);
  expect(policy).toMatchObject({ locked: true, ...strict });
});

test('what a policy explicitly allows stays allowed if another part is invalid', () => {
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
  'a connection to %j is skipped, reported without its value, and locks connections',
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

test('a connection with a wrong issuer is skipped and reported', () => {
  const policy = judgePolicy({ workspaces: [entry({ issuer: 'realms/hiring' })] });
  expect(said(policy)).toEqual([
    { where: 'workspaces[0].issuer', message: 'Enter a full address that starts with https://' },
  ]);
  expect(policy).toMatchObject({ connections: [], locked: true });
});

test('an invalid but identifiable connection is listed as mentioned', () => {
  const policy = judgePolicy({ workspaces: [entry({ auth_url: 'login.example.com' })] });
  expect(policy).toMatchObject({
    connections: [],
    mentioned: [{ baseUrl: 'https://screening.example.com', clientId: 'callboard' }],
    connectionsComplete: true,
  });
});

test('problems never contain values, which may be secrets', () => {
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

test('a duplicate connection is used once, and duplicate names are reported', () => {
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

test('connections beyond the limit are ignored, valid or not', () => {
  const many = Array.from({ length: 10_000 }, (_, number) =>
    entry({ name: `W${number}`, client_id: `${number}` }),
  );
  const right = judgePolicy({ workspaces: many });
  expect(right.connections).toHaveLength(MAX_CONNECTIONS);
  expect(right).toMatchObject({ locked: true, connectionsComplete: false });
  expect(places(right)).toEqual(['workspaces']);
  const wrong = judgePolicy({ workspaces: many.map(() => ({ name: 1, more: 2 })) });
  expect(wrong.problems.length).toBeLessThan(60);
  expect(said(wrong).at(-1)?.message).toMatch(/more problems are not listed/);
});

test('names of built-in properties are ordinary names', () => {
  const document: unknown = JSON.parse(
    '{"__proto__":{"locked":false},"constructor":1,"toString":2,"updates":{"__proto__":{"mode":"automatic"}}}',
  );
  const policy = judgePolicy(document);
  expect(places(policy).sort()).toEqual(['__proto__', 'constructor', 'toString', 'updates.__proto__']);
  expect(policy.locked).toBe(true);
  expect(Reflect.get({}, 'locked')).toBeUndefined();
});

test('an unreadable policy keeps stored settings', () => {
  const policy = unreadablePolicy(policyProblem('', 'not_text'));
  expect(policy.values).toEqual({ weakStorageAllowed: false, retentionDays: 0 });
  expect(policy.fixed.size).toBe(POLICY_SETTINGS.length);
});

test('a manual proxy without a valid address never falls back to a direct connection', () => {
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
  [{ queue_concurrency: 17 }, 'This must be a whole number between 1 and 16.'],
  [{ queue_concurrency: 0 }, 'This must be a whole number between 1 and 16.'],
  [{ queue_concurrency: 1.5 }, 'This must be a whole number between 1 and 16.'],
  [{ queue_concurrency: '4' }, 'This must be a whole number between 1 and 16.'],
  [{ refreshes_per_minute: 1e300 }, 'This must be a whole number between 1 and 600.'],
  [{ duplicate_days: -1e300 }, 'This must be a whole number between 0 and 3650.'],
  [{ retention_days: 1e20 }, 'This must be a whole number between 0 and 3650.'],
  [{ certificate_file: '' }, 'A value is missing. To set nothing, leave the name out.'],
  [{ certificate_file: 'x'.repeat(1001) }, 'Use at most 1,000 characters.'],
  [{ workspaces: [entry({ client_id: 'x'.repeat(501) })] }, 'Use at most 500 characters.'],
  [{ workspaces: [entry({ name: undefined })] }, 'This is missing.'],
  [{ workspaces: {} }, 'This must be a list, in square brackets.'],
  [{ locked: null }, 'A value is missing. To set nothing, leave the name out.'],
])('the problem with %j has a plain message', (document, message) => {
  expect(said(judgePolicy(document)).map((problem) => problem.message)).toEqual([message]);
});

test('no setting is answered with a sentence or a bound of the schema library, whatever its value', () => {
  const values = [-1e300, -1, 1.5, 1e20, Number.MAX_SAFE_INTEGER + 1, '', 'x'.repeat(100_000), [], {}, true];
  for (const { path } of POLICY_SETTINGS) {
    const [group = '', name] = path.split('.');
    for (const value of values) {
      const policy = judgePolicy({ [group]: name === undefined ? value : { [name]: value } });
      const messages = said(policy).map(({ message }) => message);
      expect(messages.join(' ')).not.toMatch(/expected|received|too (?:big|small)|invalid|\d{16}/i);
    }
  }
});

function said({ problems }: Policy): readonly { readonly where: string; readonly message: string }[] {
  return problems.map((problem) => ({ where: problem.where, message: policyWords(problem) }));
}
