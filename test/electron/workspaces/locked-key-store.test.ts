import { expect, test } from 'vitest';
import { until } from '../../poll.ts';
import { sampleSubmission } from '../sample-submission.ts';
import { openWorkspaces, serviceNamed } from './workspaces-under-test.ts';

type Desk = Awaited<ReturnType<typeof openWorkspaces>>;

/** Two signed-in workspaces and the practice, opened again while the key store waits for a person. */
async function reopenedLocked() {
  const services = [await serviceNamed('acme'), await serviceNamed('beta')];
  const earlier = await openWorkspaces();
  const ids: string[] = [];
  for (const service of services) ids.push(await earlier.connectAndSignIn(service.connection()));
  await earlier.workspaces.openPractice();
  await close(earlier);
  const { path } = earlier.storage;
  const unlock = earlier.secrets.lock();
  const desk = await openWorkspaces({ path, secrets: earlier.secrets });
  return { desk, path, services, ids, unlock };
}

async function close({ workspaces, storage }: Desk): Promise<void> {
  await workspaces.close();
  await storage.close();
}

/** Puts a submission into the queue of each of these workspaces. */
async function queueOneEach({ storage, workspaces }: Desk, ids: readonly string[]): Promise<void> {
  await storage.stores.submissions.add(
    ids.map((workspaceId) => sampleSubmission({ workspaceId, state: 'queued' })),
  );
  workspaces.open.wake();
}

function phases({ workspaces }: Desk, ids: readonly string[]): (string | undefined)[] {
  return ids.map((id) => workspaces.open.get(id)?.session.status.phase);
}

test('a locked key store holds up neither the start nor new submissions, which are sent once it is unlocked', async () => {
  const { desk, services, ids, unlock } = await reopenedLocked();
  expect(phases(desk, ids)).toEqual(['waiting_for_key_store', 'waiting_for_key_store']);
  expect((await desk.workspaces.open.state()).managedWorkspaces.secretMissing).toEqual([]);
  await queueOneEach(desk, ids);
  const { submissions } = desk.storage.stores;
  for (const id of ids) expect(await submissions.counts(id)).toMatchObject({ waiting: 1, needsDecision: 0 });
  expect(services.map((service) => service.creates().length)).toEqual([0, 0]);

  unlock();
  for (const id of ids) {
    await until('the sign-in', () => desk.workspaces.open.get(id)?.session.status.phase === 'signed_in');
    await until('the sending', async () => {
      const { waiting } = await submissions.counts(id);
      return waiting === 0;
    });
  }
  expect(services.map((service) => service.creates().length)).toEqual([1, 1]);
  expect(desk.happened).toEqual([]);
  expect(desk.troubles).toEqual([]);
});

test('somebody can sign in to another service while the key store is locked, but not to one whose secret is in it', async () => {
  const { desk, ids, unlock } = await reopenedLocked();
  const [acme = ''] = ids;
  await expect(desk.workspaces.open.get(acme)?.session.signIn()).rejects.toThrow('key_store_waiting');

  const gamma = await desk.connectAndSignIn((await serviceNamed('gamma')).connection());
  const status = () => desk.workspaces.open.get(gamma)?.session.status;
  expect(status()).toEqual({ phase: 'signed_in', storage: 'waiting' });
  unlock();
  await until('the news', () => desk.workspaces.open.get(acme)?.session.tokens.signedIn);
  expect(status()).toEqual({ phase: 'signed_in', storage: 'sealed' });
});

test('a sign-in that was made while the key store was locked is not replaced by the one from before', async () => {
  const { desk, services, ids, unlock } = await reopenedLocked();
  const [acme = ''] = ids;
  // The client secret is entered again, as for a workspace whose secret is not stored.
  const connection = services[0]?.connection();
  const updated = connection && (await desk.workspaces.update(acme, connection));
  expect(updated?.ok).toBe(true);
  desk.workspaces.open.takeReturnAddress(desk.returnAddress());
  await until('the sign-in', () => desk.workspaces.open.get(acme)?.session.tokens.signedIn);
  const token = await desk.workspaces.open.get(acme)?.session.tokens.current();
  unlock();
  await until('the other', () => desk.workspaces.open.get(ids[1] ?? '')?.session.tokens.signedIn);
  expect(token).toBe('acme-access-2');
  expect(await desk.workspaces.open.get(acme)?.session.tokens.current()).toBe(token);
});

test('quitting while the key store is locked loses neither the sign-in nor what was queued', async () => {
  const { desk, path, services, ids, unlock } = await reopenedLocked();
  await queueOneEach(desk, ids);
  await close(desk);
  unlock();

  const next = await openWorkspaces({ path, secrets: desk.secrets });
  expect(phases(next, ids)).toEqual(['signed_in', 'signed_in']);
  for (const id of ids) {
    await until('the sending', async () => (await next.storage.stores.submissions.counts(id)).waiting === 0);
  }
  expect(services.map((service) => service.creates().length)).toEqual([1, 1]);
});
