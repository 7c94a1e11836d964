import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { OpenWorkspace } from '../../../electron/workspaces/open-workspace.ts';
import { DATABASE } from '../../../practice/team/postgres-cluster.ts';
import type { ChangeNotice } from '../../../shared/ipc/bridge.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import type { Result } from '../../../shared/result.ts';
import type { Workspace } from '../../../shared/workspace.ts';
import { freePort } from '../../free-port.ts';
import { until } from '../../poll.ts';
import { hasPostgres, NEEDS_POSTGRES, newTeam, type TestTeam } from '../../postgres-cluster.ts';
import { signInByBrowser } from '../../practice/support/practice-client.ts';
import { told, toldOfSession } from '../../told.ts';
import { sampleFields, sampleSubmission } from '../sample-submission.ts';
import { type Answer, acceptEach, sendJson } from '../service/recording-service.ts';
import { addTracked } from '../storage/temporary-storage.ts';
import { openWorkspaces, practiceInMemory, serviceNamed } from './workspaces-under-test.ts';

function idOf(connected: Result<Workspace>): string {
  if (!connected.ok) throw new Error(connected.error.code);
  return connected.value.id;
}

/** Connects a workspace with a team of its own. */
async function joinTeam(open: OpenWorkspace | undefined, team: TestTeam, person: string): Promise<void> {
  const { login, password } = await team.recruiter(person);
  await open?.team.join({
    ...{ host: '127.0.0.1', port: team.cluster.port, database: DATABASE, user: login, schema: team.name },
    ...{ tls: 'off', certificate: null, key: null, person, password },
  });
}

describe.runIf(hasPostgres)('a colleague’s change', NEEDS_POSTGRES, () => {
  test('makes what is on screen of the lists and of duplicates stale', async () => {
    const [team, acme] = [await newTeam(), await serviceNamed('acme')];
    const [mary, tom] = [await openWorkspaces(), await openWorkspaces()];
    const id = await mary.connectAndSignIn(acme.connection());
    await joinTeam(mary.workspaces.open.get(id), team, 'mary');
    const his = tom.workspaces.open.get(await tom.connectAndSignIn(acme.connection()));
    await joinTeam(his, team, 'tom');
    const entry = { id: randomUUID(), phoneNumber: '+12025550199', reason: '', addedAt: 5, addedBy: 'tom' };
    await tom.storage.stores.doNotCall.add([entry]);
    await tom.storage.stores.holds.place({ name: 'Eve', phoneNumber: '' }, { reason: '', at: 1, by: 'tom' });
    const job = { kind: 'job_description', serviceId: 'j-1', name: 'Engineer', note: '' } as const;
    await tom.storage.stores.library.save(his?.workspace.id ?? '', job);
    await his?.submitter.submit([sampleFields()]);
    his?.sync.changed();
    const wanted: readonly ChangeNotice['topic'][] = ['library', 'do_not_call', 'holds', 'claims'];
    const isNoticed = (topic: ChangeNotice['topic']): boolean =>
      mary.notices.some((each) => each.topic === topic && each.workspaceId === id);
    await until('the notices', () => wanted.every(isNoticed));
  });

  test('of who takes part makes the list of them stale, though nothing else changed', async () => {
    const [team, acme] = [await newTeam(), await serviceNamed('acme')];
    const [mary, tom] = [await openWorkspaces(), await openWorkspaces()];
    const [hers, his] = await Promise.all(
      [mary, tom].map(async (each) =>
        each.workspaces.open.get(await each.connectAndSignIn(acme.connection())),
      ),
    );
    await joinTeam(hers, team, 'mary');
    await hers?.sync.settled();
    for (const change of [() => joinTeam(his, team, 'tom'), () => his?.team.leave(true)]) {
      mary.notices.length = 0;
      await change();
      await until('the notice', () => mary.notices.some(({ topic }) => topic === 'colleagues'));
    }
  });
});

describe('connecting', () => {
  test('saves the connection and starts its sign-in; the first workspace is current', async () => {
    const acme = await serviceNamed('acme');
    const { workspaces, storage, secrets, opened } = await openWorkspaces();
    const connected = await workspaces.connect(acme.connection({ name: '' }));
    expect(connected).toMatchObject({
      ok: true,
      value: { name: new URL(acme.origin).host, kind: 'service' },
    });
    expect(await storage.stores.workspaces.list()).toEqual([connected.ok && connected.value]);
    expect([...secrets.values.values()]).toEqual(['secret-of-acme']);
    expect(opened[0]).toContain(`${acme.origin}/oauth2/authorize?`);
    expect(await workspaces.open.state()).toMatchObject({
      currentWorkspace: connected.ok && connected.value,
      session: { phase: 'waiting_for_browser' },
      outboxCounts: { [connected.ok ? connected.value.id : '']: { waiting: 0 } },
    });
  });

  test('twice at once leaves one workspace', async () => {
    const acme = await serviceNamed('acme');
    const { workspaces, storage } = await openWorkspaces();
    const both = await Promise.all([
      workspaces.connect(acme.connection()),
      workspaces.connect(acme.connection()),
    ]);
    expect(both[0]).toEqual(both[1]);
    expect(await storage.stores.workspaces.list()).toHaveLength(1);
  });

  test('needs a client secret', async () => {
    const acme = await serviceNamed('acme');
    const { workspaces } = await openWorkspaces();
    expect(told(await workspaces.connect(acme.connection({ clientSecret: '' })))).toEqual({
      code: 'client_secret_needed',
      message: 'Enter the client secret.',
      field: 'clientSecret',
    });
    expect((await workspaces.open.state()).workspaces).toEqual([]);
  });

  test('twice to the same service with the same client is one workspace, with the latest entries', async () => {
    const acme = await serviceNamed('acme');
    const { workspaces, secrets } = await openWorkspaces();
    const first = await workspaces.connect(acme.connection());
    const second = await workspaces.connect(
      acme.connection({ name: 'Acme again', clientSecret: 'corrected' }),
    );
    expect(first.ok && second.ok && first.value.id === second.value.id).toBe(true);
    expect((await workspaces.open.state()).workspaces).toMatchObject([{ name: 'Acme again' }]);
    expect([...secrets.values.values()]).toEqual(['corrected']);
  });

  test('as another client of the same service adds another workspace', async () => {
    const acme = await serviceNamed('acme');
    const { workspaces } = await openWorkspaces();
    await workspaces.connect(acme.connection());
    await workspaces.connect(acme.connection({ clientId: 'other' }));
    expect((await workspaces.open.state()).workspaces).toHaveLength(2);
  });

  test('says so if the redirect port is taken, and keeps the entries', async () => {
    const acme = await serviceNamed('acme');
    const { workspaces } = await openWorkspaces();
    const redirectUri = `http://127.0.0.1:${acme.port}/cb`;
    expect(await workspaces.connect(acme.connection({ redirectUri }))).toMatchObject({
      error: { code: 'redirect_port_taken' },
    });
    expect((await workspaces.open.state()).workspaces).toHaveLength(1);
  });
});

describe('two workspaces', () => {
  test('never send a submission, a token or a secret to the other’s service', async () => {
    const [acme, bolt] = [await serviceNamed('acme'), await serviceNamed('bolt')];
    const { workspaces, connectAndSignIn, storage, troubles } = await openWorkspaces();
    const acmeId = await connectAndSignIn(acme.connection());
    const boltId = await connectAndSignIn(bolt.connection());
    await workspaces.open
      .get(boltId)
      ?.submitter.submit(
        [sampleFields({ candidateName: 'Bolt 1' }), sampleFields({ candidateName: 'Bolt 2' })],
        { despiteDuplicates: true },
      );
    await workspaces.open.get(acmeId)?.submitter.submit([sampleFields({ candidateName: 'Acme 1' })]);
    await until('all of them', async () => {
      const accepted = await Promise.all(
        [acmeId, boltId].map((id) => storage.stores.submissions.inStates(id, ['accepted'])),
      );
      return accepted.flat().length === 3;
    });
    for (const id of [acmeId, boltId]) await workspaces.open.get(id)?.tracker.refreshNow();
    expect(acme.creates()).toHaveLength(1);
    expect(bolt.creates()).toHaveLength(2);
    expect(acme.everything()).toContain('acme-access-1');
    expect(acme.everything()).not.toMatch(/bolt/i);
    expect(bolt.everything()).not.toMatch(/acme/i);
    expect(troubles).toEqual([]);
  });

  test('each accept their own return address, report it, and leave the current workspace on screen', async () => {
    const [acme, bolt] = [await serviceNamed('acme'), await serviceNamed('bolt')];
    const { workspaces, returnAddress, returned } = await openWorkspaces();
    const first = idOf(await workspaces.connect(acme.connection()));
    const forAcme = returnAddress();
    const second = idOf(await workspaces.connect(bolt.connection()));
    const forBolt = returnAddress();
    expect(workspaces.open.takeReturnAddress('app.callboard:/oauth/callback?code=x&state=nobody')).toBe(
      false,
    );
    expect(workspaces.open.takeReturnAddress(forAcme)).toBe(true);
    await until('the sign-in', () => returned.length === 1);
    expect(workspaces.open.takeReturnAddress(forAcme)).toBe(false);
    expect(acme.received.map(({ path }) => path)).toEqual(['/oauth2/token']);
    expect(bolt.received).toEqual([]);
    expect(workspaces.open.takeReturnAddress(forBolt)).toBe(true);
    await until('the other sign-in', () => returned.length === 2);
    expect(returned).toEqual([
      { workspaceId: first, signedIn: true },
      { workspaceId: second, signedIn: true },
    ]);
    expect(workspaces.open.current?.workspace.id).toBe(first);
  });

  test('are selected by id, and an unknown id changes nothing', async () => {
    const [acme, bolt] = [await serviceNamed('acme'), await serviceNamed('bolt')];
    const { workspaces, settings } = await openWorkspaces();
    const first = idOf(await workspaces.connect(acme.connection()));
    const second = idOf(await workspaces.connect(bolt.connection()));
    expect(workspaces.open.current?.workspace.id).toBe(first);
    expect(workspaces.select(second)).toEqual({ ok: true });
    expect(workspaces.open.current?.workspace.name).toBe('bolt');
    expect(workspaces.select(first)).toEqual({ ok: true });
    expect(workspaces.select('nobody')).toMatchObject({ error: { code: 'workspace_gone' } });
    expect(workspaces.open.current?.workspace.name).toBe('acme');
    settings.currentWorkspaceId = 'gone';
    expect(workspaces.open.current?.workspace.name).toBe('acme');
  });
});

describe('a sign-in that cannot be renewed', () => {
  test('ends, says why, and holds submissions until a person signs in again', async () => {
    const acme = await serviceNamed('acme', (request, response) => {
      if (request.headers.authorization === 'Bearer acme-access-2') acceptEach(request, response);
      else sendJson(response, 401, {});
    });
    const { workspaces, connectAndSignIn, storage, returnAddress } = await openWorkspaces();
    const id = await connectAndSignIn(acme.connection());
    acme.answerTokensWith((_request, response) => sendJson(response, 400, { error: 'access_denied' }));
    await workspaces.open.current?.submitter.submit([sampleFields({ candidateName: 'Ada' })]);
    await until(
      'the end of the sign-in',
      () => workspaces.open.current?.session.status.phase === 'signed_out',
    );
    expect(toldOfSession(workspaces.open.current?.session.status ?? {})?.message).toContain("Couldn't renew");
    const inState = async (state: 'held' | 'accepted') =>
      (await storage.stores.submissions.inStates(id, [state])).length === 1;
    await until('the held one', () => inState('held'));
    acme.answerTokensWith(undefined);
    await workspaces.open.current?.session.signIn();
    workspaces.open.takeReturnAddress(returnAddress());
    await until('the accepted one', () => inState('accepted'));
  });

  test('because of a bad answer stays signed in, says so, and lets a person sign in again at once', async () => {
    const acme = await serviceNamed('acme', (request, response) => {
      if (request.headers.authorization === 'Bearer acme-access-2') acceptEach(request, response);
      else sendJson(response, 401, {});
    });
    const { workspaces, connectAndSignIn, storage, returnAddress } = await openWorkspaces();
    const id = await connectAndSignIn(acme.connection());
    acme.answerTokensWith((_request, response) =>
      response.writeHead(200).end('<html>Log in to the hotel</html>'),
    );
    await workspaces.open.current?.submitter.submit([sampleFields({ candidateName: 'Ada' })]);
    const [waiting] = await until('what is said of it', async () => {
      const queued = await storage.stores.submissions.inStates(id, ['queued']);
      return queued.some(({ problem }) => problem) && queued;
    });
    expect(waiting?.problem?.code).toBe('sign_in_not_renewed');
    expect(workspaces.open.current?.session.status).toMatchObject({
      phase: 'signed_in',
      trouble: { code: 'not_a_sign_in_service' },
    });
    acme.answerTokensWith(undefined);
    await workspaces.open.current?.session.signIn();
    workspaces.open.takeReturnAddress(returnAddress());
    await until('the accepted one', async () => (await storage.stores.submissions.counts(id)).waiting === 0);
    expect(workspaces.open.current?.session.status).toEqual({ phase: 'signed_in', storage: 'sealed' });
  });
});

describe('changing a connection', () => {
  test('keeps the secret and the sign-in if only its name and its issuer change', async () => {
    const acme = await serviceNamed('acme');
    const { workspaces, connectAndSignIn, secrets, opened } = await openWorkspaces();
    const id = await connectAndSignIn(acme.connection());
    const issuer = 'https://id.acme.example/';
    const updated = await workspaces.update(
      id,
      acme.connection({ name: 'Renamed', issuer, clientSecret: '' }),
    );
    expect(updated).toMatchObject({ ok: true, value: { id, name: 'Renamed', issuer } });
    expect(workspaces.open.current?.session.tokens.signedIn).toBe(true);
    expect(secrets.values.get(`${id}/client_secret`)).toBe('secret-of-acme');
    expect(opened).toHaveLength(1);
  });

  test('refuses another service address once anything was submitted', async () => {
    const [acme, bolt] = [await serviceNamed('acme'), await serviceNamed('bolt')];
    const { workspaces, connectAndSignIn, storage } = await openWorkspaces();
    const id = await connectAndSignIn(acme.connection());
    await addTracked(storage, 'ir_1', { workspaceId: id });
    expect(told(await workspaces.update(id, acme.connection({ baseUrl: bolt.origin })))).toMatchObject({
      code: 'address_fixed',
      message: expect.stringContaining('Add a new connection'),
      field: 'baseUrl',
    });
    expect(workspaces.open.current?.workspace.baseUrl).toBe(acme.origin);
    expect(bolt.received).toEqual([]);
  });

  test('refuses it, too, once only what was discarded may have reached the service', async () => {
    const [acme, bolt] = [await serviceNamed('acme'), await serviceNamed('bolt')];
    const { workspaces, connectAndSignIn, storage } = await openWorkspaces();
    const id = await connectAndSignIn(acme.connection());
    const unsent = sampleSubmission({ workspaceId: id, state: 'discarded' });
    await storage.stores.submissions.add([
      unsent,
      sampleSubmission({ workspaceId: id, state: 'discarded', mayHaveReached: { at: 1000, times: 1 } }),
    ]);
    const updated = await workspaces.update(id, acme.connection({ baseUrl: bolt.origin }));
    expect(told(updated)?.code).toBe('address_fixed');
  });

  test.each(['baseUrl', 'authUrl', 'clientId'] as const)(
    'with another %s deletes the tokens first, as they were issued for the old one',
    async (changed) => {
      const [acme, bolt] = [await serviceNamed('acme'), await serviceNamed('bolt')];
      const { workspaces, connectAndSignIn, secrets, opened } = await openWorkspaces();
      const id = await connectAndSignIn(acme.connection());
      const to = changed === 'clientId' ? 'other-client' : bolt.origin;
      const updated = await workspaces.update(id, acme.connection({ [changed]: to }));
      expect(updated.ok).toBe(true);
      expect(workspaces.open.current?.session.status.phase).toBe('waiting_for_browser');
      expect(secrets.tokensOf(id)).toBeUndefined();
      expect(opened).toHaveLength(2);
      await workspaces.open.current?.submitter.submit([sampleFields({ candidateName: 'Ada' })]);
      await workspaces.open.current?.tracker.refreshNow();
      expect(bolt.everything()).not.toMatch(/acme-(access|refresh)/);
    },
  );

  test.each(['baseUrl', 'authUrl', 'clientId'] as const)(
    'with another %s asks for the client secret again, and sends the stored one nowhere',
    async (changed) => {
      const [acme, bolt] = [await serviceNamed('acme'), await serviceNamed('bolt')];
      const { workspaces, connectAndSignIn, opened } = await openWorkspaces();
      const id = await connectAndSignIn(acme.connection());
      const to = changed === 'clientId' ? 'other-client' : bolt.origin;
      expect(
        told(await workspaces.update(id, acme.connection({ [changed]: to, clientSecret: '' }))),
      ).toMatchObject({
        message: expect.stringContaining('again'),
        field: 'clientSecret',
      });
      expect(workspaces.open.current?.session.tokens.signedIn).toBe(true);
      expect(opened).toHaveLength(1);
      expect(bolt.received).toEqual([]);
    },
  );

  test('while a token is being refreshed keeps the new one if the account is the same', async () => {
    const acme = await serviceNamed('acme');
    const { workspaces, connectAndSignIn } = await openWorkspaces();
    const id = await connectAndSignIn(acme.connection());
    const refresh = acme.holdTokens();
    const replaced = workspaces.open.current?.session.tokens.replace('acme-access-1');
    await refresh.asked;
    const updated = workspaces.update(id, acme.connection({ name: 'Renamed' }));
    refresh.release();
    expect(await updated).toMatchObject({ ok: true, value: { name: 'Renamed' } });
    expect(await replaced).toBe('acme-access-2');
    expect(await workspaces.open.current?.session.tokens.current()).toBe('acme-access-2');
  });

  test.each(['authUrl', 'clientId'] as const)(
    'with another %s while a token is being refreshed drops the new one',
    async (changed) => {
      const [acme, bolt] = [await serviceNamed('acme'), await serviceNamed('bolt')];
      const { workspaces, connectAndSignIn, secrets } = await openWorkspaces();
      const id = await connectAndSignIn(acme.connection());
      const refresh = acme.holdTokens();
      const replaced = workspaces.open.current?.session.tokens.replace('acme-access-1');
      await refresh.asked;
      const to = changed === 'clientId' ? 'other-client' : bolt.origin;
      await workspaces.update(id, acme.connection({ [changed]: to }));
      refresh.release();
      expect(await replaced).toBeUndefined();
      expect(secrets.tokensOf(id)).toBeUndefined();
      expect(workspaces.open.current?.session.status.phase).toBe('waiting_for_browser');
      expect(bolt.everything()).not.toMatch(/acme-(access|refresh)/);
    },
  );

  test('twice at once leaves one workspace with the last entries', async () => {
    const [acme, bolt] = [await serviceNamed('acme'), await serviceNamed('bolt')];
    const { workspaces, connectAndSignIn, storage, opened, returnAddress } = await openWorkspaces();
    const id = await connectAndSignIn(acme.connection());
    await Promise.all([
      workspaces.update(id, acme.connection({ authUrl: bolt.origin })),
      workspaces.update(id, acme.connection({ name: 'Last' })),
    ]);
    expect(await storage.stores.workspaces.list()).toMatchObject([{ name: 'Last', authUrl: acme.origin }]);
    expect(opened.at(-1)).toContain(`${acme.origin}/oauth2/authorize?`);
    const forBolt = opened.findLast((address) => address.startsWith(bolt.origin)) ?? raise();
    const stateOf = (address: string) => new URL(address).searchParams.get('state') ?? raise();
    expect(
      workspaces.open.takeReturnAddress(
        returnAddress().replace(stateOf(opened.at(-1) ?? ''), stateOf(forBolt)),
      ),
    ).toBe(false);
    expect(workspaces.open.takeReturnAddress(returnAddress())).toBe(true);
    await until('the sign-in', () => workspaces.open.current?.session.tokens.signedIn);
    expect(bolt.received).toEqual([]);
  });

  test('by connecting again at another sign-in address deletes the tokens too', async () => {
    const [acme, bolt] = [await serviceNamed('acme'), await serviceNamed('bolt')];
    const { workspaces, connectAndSignIn, secrets } = await openWorkspaces();
    const id = await connectAndSignIn(acme.connection());
    await workspaces.connect(acme.connection({ authUrl: bolt.origin }));
    expect(secrets.tokensOf(id)).toBeUndefined();
    expect(bolt.received).toEqual([]);
  });

  test('releases held submissions', async () => {
    const acme = await serviceNamed('acme', (_request, response) => sendJson(response, 403, {}));
    const { workspaces, connectAndSignIn, storage } = await openWorkspaces();
    const id = await connectAndSignIn(acme.connection());
    await workspaces.open.current?.submitter.submit([sampleFields({ candidateName: 'Ada' })]);
    const inState = async (state: 'held' | 'accepted') =>
      (await storage.stores.submissions.inStates(id, [state])).length === 1;
    await until('the held one', () => inState('held'));
    acme.answerWith(acceptEach);
    await workspaces.update(id, acme.connection({ name: 'Corrected' }));
    await until('the accepted one', () => inState('accepted'));
  });

  test('during a send neither loses nor repeats the submission', async () => {
    const waiting: ServerResponse[] = [];
    const acme = await serviceNamed('acme', (_request, response) => waiting.push(response));
    const { workspaces, connectAndSignIn, storage } = await openWorkspaces();
    const id = await connectAndSignIn(acme.connection());
    await workspaces.open.current?.submitter.submit([sampleFields({ candidateName: 'Ada' })]);
    await until('the request', () => waiting.length === 1);
    const updated = workspaces.update(id, acme.connection({ name: 'Renamed' }));
    acceptEach(acme.creates()[0] ?? raise(), waiting[0] ?? raise());
    await updated;
    expect(await storage.stores.submissions.inStates(id, ['accepted'])).toHaveLength(1);
    expect(acme.creates()).toHaveLength(1);
  });

  test('is refused for an unknown workspace and for the practice workspace', async () => {
    const acme = await serviceNamed('acme');
    const { workspaces } = await openWorkspaces();
    expect(await workspaces.update('nobody', acme.connection())).toMatchObject({
      error: { code: 'workspace_gone' },
    });
    const practice = await workspaces.openPractice();
    expect(await workspaces.update(practice.ok ? practice.value.id : '', acme.connection())).toMatchObject({
      error: { code: 'workspace_gone' },
    });
  });
});

describe('removing a workspace', () => {
  test('deletes its secrets and keeps its history', async () => {
    const acme = await serviceNamed('acme');
    const { workspaces, connectAndSignIn, storage, secrets, settings } = await openWorkspaces();
    const id = await connectAndSignIn(acme.connection());
    const submission = await addTracked(storage, 'ir_1', { workspaceId: id });
    expect(await workspaces.remove(id)).toEqual({ ok: true });
    expect([...secrets.values]).toEqual([]);
    expect(settings.currentWorkspaceId).toBeNull();
    expect(await workspaces.open.state()).toMatchObject({ workspaces: [], currentWorkspace: null });
    expect(await storage.stores.workspaces.list()).toEqual([]);
    expect((await storage.stores.submissions.get(submission.id))?.state).toBe('accepted');
    expect(await workspaces.remove(id)).toMatchObject({ error: { code: 'workspace_gone' } });
  });

  test.runIf(hasPostgres)(
    'takes it out of its team, for which neither colleagues nor erasures wait any more, once the team has what it changed',
    NEEDS_POSTGRES,
    async () => {
      const team = await newTeam();
      const acme = await serviceNamed('acme');
      const { workspaces, connectAndSignIn, storage } = await openWorkspaces();
      const id = await connectAndSignIn(acme.connection());
      await joinTeam(workspaces.open.get(id), team, 'mary');
      const left = `select count(*), count(left_at) from ${team.name}.computers`;
      expect(await team.cluster.psql(left)).toBe('1|0');
      const open = workspaces.open.get(id);
      await storage.stores.doNotCall.add([
        { id: randomUUID(), phoneNumber: '+12025550199', reason: '', addedAt: 5, addedBy: 'mary' },
      ]);
      expect(told(await workspaces.remove(id))).toMatchObject({
        code: 'team_lacks_changes',
        message: 'The team doesn’t have 1 change of this workspace yet.',
      });
      open?.sync.changed();
      const { teams, erasures } = storage.stores;
      await until('it to be told', async () => (await teams.counts(id)).unsent === 0);
      const search = { name: 'Ann', phone: '', everywhere: false };
      const nothing = { submissionIds: [], importRows: [], listedIds: [], keepBlocking: false };
      await erasures.begin('e-1', { search, ...nothing }, id, 1, { keep: false, keyId: null, by: 'mary' });
      expect(told(await workspaces.remove(id))).toMatchObject({ code: 'team_lacks_changes' });
      await erasures.told('e-1', id, 2, false);
      expect(await workspaces.remove(id)).toEqual({ ok: true });
      expect(await team.cluster.psql(left)).toBe('1|1');
      expect(await storage.stores.teams.get(id)).toBeUndefined();
    },
  );

  test.runIf(hasPostgres)(
    'takes what colleagues submitted along, so that it is there again where the workspace is added and joined once more',
    NEEDS_POSTGRES,
    async () => {
      const [team, acme] = [await newTeam(), await serviceNamed('acme')];
      const [mary, tom] = [await openWorkspaces(), await openWorkspaces()];
      const hers = await mary.connectAndSignIn(acme.connection());
      await joinTeam(mary.workspaces.open.get(hers), team, 'mary');
      await addTracked(mary.storage, randomUUID(), { workspaceId: hers }, Date.now());
      mary.workspaces.open.get(hers)?.sync.changed();
      const joined = async (): Promise<string> => {
        const his = await tom.connectAndSignIn(acme.connection());
        await joinTeam(tom.workspaces.open.get(his), team, 'tom');
        await until('her request', async () => (await tom.storage.stores.requests.count(his)) === 1);
        return his;
      };
      const his = await joined();
      expect(await tom.workspaces.remove(his)).toEqual({ ok: true });
      expect(await tom.storage.stores.requests.count(his)).toBe(0);
      await joined();
    },
  );

  test.runIf(hasPostgres)(
    'leaving its team first ends an erasure that waited for it',
    NEEDS_POSTGRES,
    async () => {
      const [team, acme] = [await newTeam(), await serviceNamed('acme')];
      let resumed = 0;
      const { workspaces, connectAndSignIn } = await openWorkspaces({
        erasing: {
          resume: async () => {
            resumed += 1;
          },
          runForTeam: async () => undefined,
          blockingForTeam: async () => ({ keep: false, keyId: null, by: 'mary' }),
        },
      });
      const open = workspaces.open.get(await connectAndSignIn(acme.connection()));
      await joinTeam(open, team, 'mary');
      expect(resumed).toBe(0);
      await open?.team.leave(true);
      await until('the erasure to go on', () => resumed > 0);
    },
  );

  test.each(['queued', 'held', 'unconfirmed'] as const)(
    'is refused while a submission in it is %s',
    async (state) => {
      const acme = await serviceNamed('acme');
      const { workspaces, storage, secrets } = await openWorkspaces();
      const connected = await workspaces.connect(acme.connection());
      const id = connected.ok ? connected.value.id : '';
      await storage.stores.submissions.add([sampleSubmission({ workspaceId: id, state })]);
      expect(told(await workspaces.remove(id))).toMatchObject({
        code: 'workspace_in_use',
        message: '1 submission of this workspace is not finished.',
      });
      expect((await workspaces.open.state()).workspaces).toHaveLength(1);
      expect(secrets.values.size).toBe(1);
    },
  );

  test('loses no submission made at the same moment', async () => {
    const acme = await serviceNamed('acme');
    const { workspaces, storage } = await openWorkspaces();
    const connected = await workspaces.connect(acme.connection());
    const id = connected.ok ? connected.value.id : '';
    const open = workspaces.open.current;
    const [removed, submitted] = await Promise.all([
      workspaces.remove(id),
      open?.submitter.submit([sampleFields({ candidateName: 'Ada' })]),
    ]);
    expect(submitted?.ok).toBe(true);
    expect(removed).toMatchObject({ error: { code: 'workspace_in_use' } });
    expect((await storage.stores.workspaces.list()).map((each) => each.id)).toEqual([id]);
    expect(workspaces.open.current?.workspace.id).toBe(id);
  });
});

describe('a workspace that is closed for a moment', () => {
  test('stays listed and on screen, and no other takes its place', async () => {
    const [acme, bolt] = [await serviceNamed('acme'), await serviceNamed('bolt')];
    const { workspaces, connectAndSignIn, settings } = await openWorkspaces();
    const acmeId = await connectAndSignIn(acme.connection());
    const boltId = await connectAndSignIn(bolt.connection());
    workspaces.select(boltId);
    let looks = 0;
    await workspaces.whileClosed(async () => {
      for (const id of [acmeId, boltId]) expect(workspaces.open.get(id)).toBeUndefined();
      const { workspaces: listed, currentWorkspace } = await workspaces.open.state();
      expect(listed).toHaveLength(2);
      expect(currentWorkspace?.id).toBe(boltId);
      looks += 1;
    });
    expect(looks).toBe(1);
    expect(settings.currentWorkspaceId).toBe(boltId);
    expect(workspaces.open.get(boltId)?.workspace.id).toBe(boltId);
  });

  test('stays on screen while another one is removed', async () => {
    const [acme, bolt] = [await serviceNamed('acme'), await serviceNamed('bolt')];
    const { workspaces, connectAndSignIn, settings } = await openWorkspaces();
    const acmeId = await connectAndSignIn(acme.connection());
    const boltId = await connectAndSignIn(bolt.connection());
    workspaces.select(boltId);
    expect(await workspaces.remove(acmeId)).toEqual({ ok: true });
    expect(settings.currentWorkspaceId).toBe(boltId);
    expect(workspaces.open.get(acmeId)).toBeUndefined();
  });
});

describe('the practice workspace', () => {
  test('is opened once and used like any other', async () => {
    const { workspaces, opened, storage } = await openWorkspaces();
    const practice = await workspaces.openPractice();
    const id = practice.ok ? practice.value.id : '';
    const visit = await signInByBrowser(opened[0] ?? '');
    expect(workspaces.open.takeReturnAddress(visit.headers.get('location') ?? '')).toBe(true);
    await until('the sign-in', () => workspaces.open.current?.session.tokens.signedIn);
    await workspaces.open.current?.submitter.submit([sampleFields({ candidateName: 'Ada Lovelace' })]);
    await until('the first status', async () => {
      const { rows } = await storage.stores.requests.page({
        workspaceId: id,
        filter: NO_FILTER,
        sort: 'updated',
        descending: true,
        offset: 0,
        limit: 10,
      });
      return rows[0]?.refreshedAt;
    });
    // What a person changes in its Library stays when it is opened again.
    const { library } = storage.stores;
    expect((await library.list(id, 'job_description')).map(({ name }) => name)).toContain('Sales assistant');
    for (const { kind, serviceId } of await library.list(id, undefined))
      await library.remove(id, kind, serviceId);
    expect(await workspaces.openPractice()).toEqual(practice);
    expect(await library.list(id, undefined)).toEqual([]);
    expect(opened).toHaveLength(1);
    expect(await workspaces.open.state()).toMatchObject({
      requestCount: 1,
      outboxCounts: { [practice.ok ? practice.value.id : '']: { waiting: 0 } },
      reachable: true,
    });
  });

  test('does not keep other workspaces from working if it cannot be started', async () => {
    const acme = await serviceNamed('acme');
    const earlier = await openWorkspaces();
    await earlier.workspaces.openPractice();
    await earlier.connectAndSignIn(acme.connection());
    await earlier.workspaces.close();
    await earlier.storage.close();
    const broken = {
      ...practiceInMemory(),
      start: () => Promise.reject(new Error('The folder is damaged.')),
    };
    const { path } = earlier.storage;
    const next = await openWorkspaces({ path, secrets: earlier.secrets, practice: broken });
    expect((await next.workspaces.open.state()).workspaces.map(({ kind }) => kind)).toEqual([
      'practice',
      'service',
    ]);
    expect(next.troubles).toHaveLength(1);
  });
});

describe('the next run', () => {
  test('takes over workspaces, sign-ins and interrupted sends', async () => {
    const silent: Answer = () => undefined;
    const acme = await serviceNamed('acme', silent);
    const earlier = await openWorkspaces();
    const id = await earlier.connectAndSignIn(acme.connection());
    await earlier.storage.stores.submissions.add([
      sampleSubmission({ workspaceId: id, state: 'sending', candidateName: 'Half sent' }),
      sampleSubmission({ workspaceId: id, state: 'connecting', candidateName: 'Not sent' }),
    ]);
    await earlier.workspaces.close();
    await earlier.storage.close();
    acme.answerWith(acceptEach);
    const next = await openWorkspaces({ path: earlier.storage.path, secrets: earlier.secrets });
    const { submissions } = next.storage.stores;
    await until('the accepted one', async () => (await submissions.inStates(id, ['accepted'])).length === 1);
    expect(await submissions.inStates(id, ['unconfirmed'])).toMatchObject([{ candidateName: 'Half sent' }]);
    expect(acme.creates()).toHaveLength(1);
    expect(await next.workspaces.open.state()).toMatchObject({
      requestCount: 1,
      outboxCounts: { [id]: { needsDecision: 1 } },
      session: { phase: 'signed_in' },
    });
  });
});

describe('a service that wants another connection', () => {
  test.each([421, 425])('with %i gets it once', async (status) => {
    let refusals = 1;
    const acme = await serviceNamed('acme', (request, response) => {
      refusals -= 1;
      if (refusals >= 0) sendJson(response, status, {});
      else acceptEach(request, response);
    });
    const { workspaces, connectAndSignIn, storage } = await openWorkspaces();
    const id = await connectAndSignIn(acme.connection());
    await workspaces.open.current?.submitter.submit([sampleFields({ candidateName: 'Ada' })]);
    await until('the accepted one', async () => {
      return (await storage.stores.submissions.inStates(id, ['accepted'])).length === 1;
    });
    const [first, second] = acme.creates();
    expect(acme.creates()).toHaveLength(2);
    expect(first?.connection).not.toBe(second?.connection);
  });

  test('again and again is left to a person', async () => {
    const acme = await serviceNamed('acme', (_request, response) => sendJson(response, 421, {}));
    const { workspaces, connectAndSignIn, storage } = await openWorkspaces();
    const id = await connectAndSignIn(acme.connection());
    await workspaces.open.current?.submitter.submit([sampleFields({ candidateName: 'Ada' })]);
    await until(
      'the held one',
      async () => (await storage.stores.submissions.inStates(id, ['held'])).length === 1,
    );
    expect(acme.creates()).toHaveLength(2);
  });
});

describe('closing', () => {
  test('does not wait for a status read that never ends', async () => {
    const acme = await serviceNamed('acme');
    const { workspaces, connectAndSignIn, storage } = await openWorkspaces();
    const id = await connectAndSignIn(acme.connection());
    acme.answerWith(() => undefined);
    await addTracked(storage, 'ir_1', { workspaceId: id });
    workspaces.open.catchUp();
    await until('the read', () => acme.received.some(({ path }) => path.endsWith('ir_1')));
    const begun = performance.now();
    await workspaces.close();
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  test('ends every connection and listener', async () => {
    const acme = await serviceNamed('acme');
    const { workspaces, opened } = await openWorkspaces();
    await workspaces.connect(acme.connection({ redirectUri: `http://127.0.0.1:${await freePort()}/cb` }));
    const redirectUri = new URL(opened[0] ?? '').searchParams.get('redirect_uri') ?? '';
    expect((await fetch(redirectUri)).status).toBe(400);
    await workspaces.close();
    await expect(fetch(redirectUri)).rejects.toThrow();
  });
});

function raise(): never {
  throw new Error('There is none.');
}
