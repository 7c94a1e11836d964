import { expect, test } from 'vitest';
import { judgePolicy, type Policy, unreadablePolicy } from '../../../electron/policy/judge-policy.ts';
import { readPolicyText } from '../../../electron/policy/policy-text.ts';
import { policyProblem } from '../../../shared/policy.ts';
import { submissionInput } from '../../../shared/submission.ts';
import type { Connection } from '../../../shared/workspace.ts';
import { defaultRules } from '../../../shared/workspace-rules.ts';
import { until } from '../../poll.ts';
import { MemorySecrets } from '../auth/memory-secrets.ts';
import { sampleFields } from '../sample-submission.ts';
import { openWorkspaces, serviceNamed } from './workspaces-under-test.ts';

const UNREADABLE = unreadablePolicy(policyProblem('', 'not_text'));
const REFUSED = {
  ok: false,
  error: { code: expect.stringMatching(/_set_by_organisation$|_already_set$|_not_allowed$/) },
};

function entryOf({ name, baseUrl, authUrl, issuer, clientId, clientSecret, redirectUri }: Connection) {
  return {
    name,
    base_url: baseUrl,
    auth_url: authUrl,
    ...(issuer && { issuer }),
    client_id: clientId,
    ...(clientSecret && { client_secret: clientSecret }),
    redirect_uri: redirectUri,
  };
}

/** A policy that sets these connections. */
function setting(connections: readonly Connection[], more: object = {}): Policy {
  return judgePolicy({ workspaces: connections.map(entryOf), ...more });
}

/** The app on the database and secrets of an earlier run. */
function startedAgain(
  { storage, secrets }: Awaited<ReturnType<typeof openWorkspaces>>,
  policy: NonNullable<Parameters<typeof openWorkspaces>[0]>['policy'],
) {
  return openWorkspaces({ ...(policy && { policy }), path: storage.path, secrets });
}

test('a connection of the policy exists from the first start, only once, with its secret encrypted', async () => {
  const acme = await serviceNamed('acme');
  const policy = setting([acme.connection()]);
  const first = await openWorkspaces({ policy: () => policy });
  const { workspaces, managedWorkspaces } = await first.workspaces.open.state();
  expect(workspaces).toMatchObject([{ name: 'acme', baseUrl: acme.origin, clientId: 'client-of-acme' }]);
  expect(JSON.stringify(await first.workspaces.open.state())).not.toContain('secret-of-acme');
  const id = workspaces[0]?.id ?? '';
  expect(managedWorkspaces).toEqual({ managed: [id], held: [], secretByPerson: [], secretMissing: [] });
  expect(await first.secrets.load(id, 'client_secret')).toBe('secret-of-acme');

  await first.workspaces.policyChanged();
  const second = await startedAgain(first, () => policy);
  expect((await second.workspaces.open.state()).workspaces.map((each) => each.id)).toEqual([id]);
});

test('a managed workspace can be used, but not changed or removed', async () => {
  const acme = await serviceNamed('acme');
  const { workspaces, returnAddress } = await openWorkspaces({ policy: () => setting([acme.connection()]) });
  const open = workspaces.open.current;
  const id = open?.workspace.id ?? '';
  expect(await workspaces.update(id, acme.connection({ name: 'Mine' }))).toMatchObject(REFUSED);
  expect(await workspaces.remove(id)).toMatchObject(REFUSED);
  expect(
    await workspaces.connect(acme.connection({ authUrl: 'https://elsewhere.example.com' })),
  ).toMatchObject(REFUSED);
  await open?.session.signIn();
  workspaces.open.takeReturnAddress(returnAddress());
  await until('the sign-in', () => open?.session.tokens.signedIn);
  expect(await open?.submitter.submit([sampleFields({ candidateName: 'Ada' })])).toMatchObject({ ok: true });
  await until('the create', () => acme.creates().length === 1);
});

test('a connection that existed before keeps everything in it when the policy manages it', async () => {
  const acme = await serviceNamed('acme');
  const first = await openWorkspaces();
  const id = await first.connectAndSignIn(acme.connection({ name: 'My own', clientSecret: 'typed-by-hand' }));
  const policy = setting([acme.connection({ clientSecret: '' })]);
  const second = await startedAgain(first, () => policy);
  const { workspaces, managedWorkspaces, session } = await second.workspaces.open.state();
  expect(workspaces).toMatchObject([{ id, name: 'acme' }]);
  expect(session).toMatchObject({ phase: 'signed_in' });
  expect(managedWorkspaces).toMatchObject({ managed: [id], secretByPerson: [id], secretMissing: [] });
});

test('an issuer that the policy sets later leaves the workspace and its sign-in as they are', async () => {
  const acme = await serviceNamed('acme');
  const first = await openWorkspaces();
  const id = await first.connectAndSignIn(acme.connection());
  const issuer = 'https://id.acme.example/realms/hiring';
  const policy = setting([acme.connection({ issuer })]);
  const again = { policy: () => policy, path: first.storage.path, secrets: first.secrets };
  const { workspaces, session } = await (await openWorkspaces(again)).workspaces.open.state();
  expect(workspaces).toMatchObject([{ id, issuer }]);
  expect(session).toMatchObject({ phase: 'signed_in' });
});

test('a changed sign-in address gets neither the tokens nor a typed secret', async () => {
  const acme = await serviceNamed('acme');
  const other = await serviceNamed('other');
  const first = await openWorkspaces();
  const id = await first.connectAndSignIn(acme.connection());
  const policy = setting([acme.connection({ authUrl: other.origin, clientSecret: '' })]);
  const second = await startedAgain(first, () => policy);
  const state = await second.workspaces.open.state();
  expect(state).toMatchObject({
    session: { phase: 'signed_out' },
    managedWorkspaces: { secretMissing: [id] },
  });
  expect(await second.secrets.load(id, 'client_secret')).toBeUndefined();
  expect(await second.workspaces.open.current?.session.signIn()).toMatchObject({
    error: { code: 'client_secret_missing' },
  });
  expect(await second.workspaces.enterSecret(id, 'typed-anew')).toMatchObject({ ok: true });
  expect((await second.workspaces.open.state()).managedWorkspaces.secretMissing).toEqual([]);
  expect(other.everything()).not.toContain('secret-of-acme');
});

test('a changed service address is another workspace, as no row goes to another service', async () => {
  const acme = await serviceNamed('acme');
  const moved = await serviceNamed('moved');
  const first = await openWorkspaces({ policy: () => setting([acme.connection()]) });
  const policy = setting([acme.connection({ baseUrl: moved.origin })], { locked: true });
  const second = await startedAgain(first, () => policy);
  const { workspaces, managedWorkspaces } = await second.workspaces.open.state();
  expect(workspaces.map(({ baseUrl }) => baseUrl)).toEqual([acme.origin, moved.origin]);
  expect(managedWorkspaces).toMatchObject({ managed: [workspaces[1]?.id], held: [workspaces[0]?.id] });
});

test('nobody can enter a secret that the policy gives, nor one for an unmanaged workspace', async () => {
  const acme = await serviceNamed('acme');
  const own = await serviceNamed('own');
  const { workspaces, connectAndSignIn } = await openWorkspaces({
    policy: () => setting([acme.connection()]),
  });
  const managed = workspaces.open.current?.workspace.id ?? '';
  const mine = await connectAndSignIn(own.connection());
  for (const id of [managed, mine, 'none']) {
    expect(await workspaces.enterSecret(id, 'x')).toMatchObject({ error: { code: 'workspace_gone' } });
  }
});

test('if locked, nothing is added, changed or removed, and an unmanaged workspace can be read but sends nothing', async () => {
  const acme = await serviceNamed('acme');
  const own = await serviceNamed('own');
  let policy = judgePolicy({});
  const { workspaces, connectAndSignIn, settings } = await openWorkspaces({ policy: () => policy });
  const id = await connectAndSignIn(own.connection());
  settings.queuePaused = true;
  const open = workspaces.open.current;
  const submitted = await open?.submitter.submit([sampleFields({ candidateName: 'Ada' })]);
  const waiting = submitted?.ok ? (submitted.value[0]?.id ?? '') : '';

  policy = setting([acme.connection()], { locked: true });
  await workspaces.policyChanged();
  settings.queuePaused = false;
  workspaces.open.wake();
  const { managedWorkspaces, workspaces: listed, outboxCounts } = await workspaces.open.state();
  expect(managedWorkspaces.held).toEqual([id]);
  expect(listed.map(({ name }) => name)).toEqual(['own', 'acme']);
  expect(await workspaces.connect(own.connection({ clientId: 'another' }))).toMatchObject(REFUSED);
  expect(await workspaces.update(id, own.connection({ name: 'Mine' }))).toMatchObject(REFUSED);
  expect(await workspaces.remove(id)).toMatchObject(REFUSED);
  const other = submissionInput.parse({
    ...sampleFields({ candidateName: 'Grace' }),
    phoneNumber: '+14155550123',
  });
  expect(await open?.submitter.submit([other])).toMatchObject(REFUSED);
  expect(await open?.outbox.tryNow(waiting)).toMatchObject(REFUSED);
  expect(await open?.outbox.sendAgain([waiting])).toMatchObject(REFUSED);
  expect(outboxCounts[id]?.waiting).toBe(1);
  expect(own.creates()).toEqual([]);

  policy = judgePolicy({});
  await workspaces.policyChanged();
  await until('the create', () => own.creates().length === 1);
  expect((await workspaces.open.state()).managedWorkspaces.held).toEqual([]);
});

test('a workspace that the policy allows again calls nobody unasked outside the hours that held them', async () => {
  const acme = await serviceNamed('acme');
  const own = await serviceNamed('own');
  let policy = judgePolicy({});
  const { workspaces, connectAndSignIn, storage, secrets } = await openWorkspaces({ policy: () => policy });
  const id = await connectAndSignIn(own.connection());
  const open = workspaces.open.current;
  const rules = defaultRules('Europe/Berlin');
  const another = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).getUTCDay() || 7;
  // Whenever this runs, nobody may be called today.
  const hours = { ...rules.callingHours, enabled: true, weekdays: [another] };
  await open?.saveRules({ ...rules, callingHours: hours });
  expect(await open?.submitter.submit([sampleFields({ candidateName: 'Ada' })])).toMatchObject({ ok: true });

  policy = setting([acme.connection()], { locked: true });
  await workspaces.policyChanged();
  await open?.saveRules(rules);
  policy = judgePolicy({});
  await workspaces.policyChanged();
  expect(await workspaces.open.state()).toMatchObject({
    askedCount: 1,
    outboxCounts: { [id]: { waiting: 1 } },
  });
  await workspaces.close();
  await storage.close();

  const next = await openWorkspaces({ path: storage.path, secrets });
  expect(await next.workspaces.open.state()).toMatchObject({
    askedCount: 1,
    outboxCounts: { [id]: { waiting: 1 } },
  });
  expect(own.creates()).toEqual([]);
  const question = (await next.storage.stores.submissions.outbox(id)).question;
  await next.workspaces.open.current?.outbox.answerHolds('send_now', question?.shownUntil ?? 0);
  await until('the create', () => own.creates().length === 1);
});

test('a policy that can no longer be read neither stops a managed workspace nor releases another', async () => {
  const acme = await serviceNamed('acme');
  const own = await serviceNamed('own');
  const secrets = new MemorySecrets();
  let policy = judgePolicy({});
  const { workspaces, connectAndSignIn, settings } = await openWorkspaces({ policy: () => policy, secrets });
  const mine = await connectAndSignIn(own.connection());
  policy = setting([acme.connection()], { locked: true });
  await workspaces.policyChanged();
  const managed = (await workspaces.open.state()).managedWorkspaces.managed;
  for (const broken of [
    UNREADABLE,
    judgePolicy({ workspaces: 'acme', locked: 'yes' }),
    judgePolicy({ workspaces: [{ name: 'acme' }], locked: true }),
  ]) {
    policy = broken;
    await workspaces.policyChanged();
    expect((await workspaces.open.state()).managedWorkspaces).toMatchObject({ managed, held: [mine] });
    expect(await workspaces.connect(own.connection({ clientId: 'another' }))).toMatchObject(REFUSED);
  }
  expect(settings.lastPolicy).toEqual({
    place: '/etc/callboard/policy.json',
    managedWorkspaceIds: managed,
    onlyItsOwn: true,
    practiceHeld: false,
    rules: {},
    questionnaires: {},
    duplicateDays: null,
    atLeastDays: 0,
    teams: {},
  });
  policy = judgePolicy({});
  await workspaces.policyChanged();
  expect((await workspaces.open.state()).managedWorkspaces).toMatchObject({ managed: [], held: [] });
});

test('a team database of the policy is asked for, holds everything until it is joined, and outlasts a policy that cannot be read', async () => {
  const acme = await serviceNamed('acme');
  const team = { host: 'db.example.com', database: 'hiring', user: 'shared' };
  const withTeam = (of: object | undefined) =>
    judgePolicy({ workspaces: [{ ...entryOf(acme.connection()), ...(of && { team: of }) }] });
  let policy = withTeam(team);
  const { workspaces } = await openWorkspaces({ policy: () => policy });
  const open = workspaces.open.current;
  const fixed = { ...team, port: 5432, schema: 'callboard', tls: 'verify-full' };
  const expectSet = async () => {
    expect(await open?.team.view()).toMatchObject({ connection: null, fixed });
    expect(open?.team.state).toMatchObject({ phase: 'refused', reason: { code: 'details_missing' } });
    await expect(open?.team.leave(true)).rejects.toMatchObject({ code: 'setting_set_by_organisation' });
  };
  await expectSet();
  for (const broken of [UNREADABLE, withTeam({ ...team, port: 0 }), withTeam({ ...team, password: 'x' })]) {
    expect(broken.problems).not.toEqual([]);
    policy = broken;
    await workspaces.policyChanged();
    await expectSet();
  }
  policy = withTeam(undefined);
  await workspaces.policyChanged();
  expect(open?.team.state).toEqual({ phase: 'off' });
});

test('a first policy that cannot be read stops no submission, and lets nothing be added', async () => {
  const own = await serviceNamed('own');
  const found = readPolicyText(Buffer.from('{"locked":'));
  const policy = found.kind === 'unreadable' ? unreadablePolicy(found.problem) : judgePolicy({});
  let now = judgePolicy({});
  const { workspaces, connectAndSignIn } = await openWorkspaces({ policy: () => now });
  await connectAndSignIn(own.connection());
  now = policy;
  await workspaces.policyChanged();
  expect(
    await workspaces.open.current?.submitter.submit([sampleFields({ candidateName: 'Ada' })]),
  ).toMatchObject({ ok: true });
  await until('the create', () => own.creates().length === 1);
  expect(await workspaces.connect(own.connection({ clientId: 'another' }))).toMatchObject(REFUSED);
  expect(await workspaces.openPractice()).toMatchObject(REFUSED);
});

test('a policy without the practice workspace prevents opening it, and an existing one sends nothing', async () => {
  let policy = judgePolicy({});
  const { workspaces, returnAddress } = await openWorkspaces({ policy: () => policy });
  expect(await workspaces.openPractice()).toMatchObject({ ok: true });
  expect(returnAddress()).toContain('state=');
  policy = judgePolicy({ practice_workspace: false });
  await workspaces.policyChanged();
  const { managedWorkspaces, workspaces: listed } = await workspaces.open.state();
  expect(managedWorkspaces.held).toEqual([listed[0]?.id]);
  expect(await workspaces.openPractice()).toMatchObject(REFUSED);
  expect(
    await workspaces.open.current?.submitter.submit([sampleFields({ candidateName: 'Ada' })]),
  ).toMatchObject(REFUSED);
  expect(await workspaces.remove(listed[0]?.id ?? '')).toMatchObject({ ok: true });
});

test('rules of the policy hold at once in every workspace, and stored ones come back after it', async () => {
  const own = await serviceNamed('own');
  let policy = judgePolicy({});
  const desk = await openWorkspaces({ policy: () => policy });
  await desk.connectAndSignIn(own.connection());
  const open = desk.workspaces.open.current;
  const stored = await open?.rules.get();
  if (!open || !stored) throw new Error('No workspace is open.');
  desk.settings.queuePaused = true;
  expect(await open.submitter.submit([sampleFields({ candidateName: 'Ada' })])).toMatchObject({ ok: true });

  const consent = { asked: true, required: true, wording: 'They agreed.' };
  const another = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).getUTCDay() || 7;
  const calling_hours = {
    enabled: true,
    from: '09:00',
    until: '18:00',
    weekdays: [another],
    default_time_zone: 'Europe/Berlin',
  };
  policy = judgePolicy({ rules: { consent, calling_hours } });
  expect(policy.problems).toEqual([]);
  await desk.workspaces.policyChanged();
  desk.settings.queuePaused = false;
  open.wake();
  expect((await open.rules.get()).consent).toEqual(consent);
  const other = submissionInput.parse({
    ...sampleFields({ candidateName: 'Grace' }),
    phoneNumber: '+14155550123',
  });
  expect(await open.submitter.submit([other])).toMatchObject({ error: { code: 'consent_missing' } });
  await expect(open.saveRules(stored)).rejects.toThrow('setting_set_by_organisation');
  const saved = await open.saveRules({ ...(await open.rules.get()), defaultCountry: 'DE' });
  expect(saved).toMatchObject({ consent, defaultCountry: 'DE' });

  // A policy that can't be read any more releases nothing.
  policy = UNREADABLE;
  await desk.workspaces.policyChanged();
  expect((await open.rules.get()).consent).toEqual(consent);
  // Ada waits for the hours of the policy, which bind her from now on.
  await until('the hold', async () => {
    const [ada] = await desk.storage.stores.submissions.inStates(open.workspace.id, ['queued']);
    return (ada?.callingHold?.until ?? 0) > Date.now();
  });
  expect(own.creates()).toEqual([]);

  policy = judgePolicy({});
  await desk.workspaces.policyChanged();
  expect(await open.rules.get()).toEqual({ ...stored, defaultCountry: 'DE' });
  expect(desk.settings.lastPolicy.rules).toEqual({});
});
