import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ReadOutcome } from '../../../electron/service/get-interview-request.ts';
import { Tracker } from '../../../electron/tracking/tracker.ts';
import { interviewRequestAnswer } from '../../../shared/service-interface.ts';
import { until } from '../../poll.ts';
import { hasPostgres, NEEDS_POSTGRES, newTeam } from '../../postgres-cluster.ts';
import { addTracked } from '../storage/temporary-storage.ts';
import { ReachabilityOfTest, TokensOfTest } from '../submissions/running-queue.ts';
import { computerOf, inStep, WORKSPACE } from './two-computers.ts';

type Computer = Awaited<ReturnType<typeof computerOf>>;

/** The service of all computers: what it says of each request, and how often it was asked for it. */
class CountingService {
  readonly reads: string[] = [];
  status = 'COMPLETED';
  readonly mayNotRead = new Set<string>();

  readonly read =
    (login: string) =>
    async (requestId: string): Promise<ReadOutcome> => {
      this.reads.push(requestId);
      if (this.mayNotRead.has(login)) return { name: 'refused', httpStatus: 403, answer: '' };
      const body = { request_id: requestId, status: this.status };
      return { name: 'read', answer: interviewRequestAnswer.parse(body), raw: JSON.stringify(body) };
    };
}

function trackerOf({ stores, sync, told }: Computer, read: (requestId: string) => Promise<ReadOutcome>) {
  const tracker = new Tracker({
    workspaceId: WORKSPACE,
    store: stores.requests,
    waits: stores.serviceWaits,
    read,
    takeTurns: (ids) => sync.takeTurns(ids),
    onLeft: (ids) => void sync.passTurns(ids),
    tokens: new TokensOfTest(),
    reachability: new ReachabilityOfTest(),
    settings: () => ({ refreshesPerMinute: 6000, concurrency: 4, concurrencyWhenAsked: 4 }),
    onChange: () => sync.changed(),
    onTrouble: (error) => told.troubles.push(error),
  });
  onTestFinished(() => tracker.stop(1000));
  return tracker;
}

const DUE_NOW = 'UPDATE requests SET next_refresh_at = 1';

const statusesOf = ({ sql }: Computer) =>
  sql('SELECT DISTINCT status FROM requests').map(({ status }) => status);

describe.runIf(hasPostgres)('computers of a team', NEEDS_POSTGRES, () => {
  test('ask the service no more often than one, and all have its answers', async () => {
    const team = await newTeam();
    const service = new CountingService();
    const computers: Computer[] = [];
    for (const name of ['mary', 'bob', 'tim', 'ann']) {
      const computer = await computerOf(team, name);
      await computer.connect();
      computers.push(computer);
    }
    const ids = Array.from({ length: 12 }, () => randomUUID());
    for (const [nth, id] of ids.entries()) {
      const maker = computers[nth % computers.length];
      if (maker) await addTracked(maker.storage, id, { phoneNumber: `+120255501${nth + 10}` });
    }
    await inStep(team, ...computers);
    for (const { sql } of computers) sql(DUE_NOW);
    for (const computer of computers) trackerOf(computer, service.read(computer.login)).wake();
    await until('all of them to have all answers', () =>
      computers.every((computer) => statusesOf(computer).join() === 'COMPLETED'),
    );
    expect(service.reads.toSorted()).toEqual(ids.toSorted());
    for (const { told } of computers) expect(told.troubles).toEqual([]);
  });

  test('leave a request to the computer of the colleague who may read it, and say by whom', async () => {
    const team = await newTeam();
    const service = new CountingService();
    const [mary, bob] = [await computerOf(team, 'mary'), await computerOf(team, 'bob')];
    for (const computer of [mary, bob]) await computer.connect();
    const requestId = randomUUID();
    await addTracked(mary.storage, requestId);
    await inStep(team, mary, bob);
    service.mayNotRead.add(bob.login);
    bob.sql(DUE_NOW);
    trackerOf(bob, service.read(bob.login)).wake();
    await until(
      'it to be left',
      () => bob.sql('SELECT next_refresh_at AS at FROM requests')[0]?.['at'] === null,
    );
    await inStep(team, mary, bob);
    const detail = await bob.stores.requests.detail(WORKSPACE, requestId);
    expect(detail).toMatchObject({ problem: null, by: 'mary', nextRefreshAt: null });
    expect(detail?.history.map(({ code }) => code)).not.toContain('refresh_problem');
    // The turn passes on at once: nobody waits for a computer that may not read it.
    service.status = 'IN_PROGRESS';
    mary.sql(DUE_NOW);
    const tracker = trackerOf(mary, service.read(mary.login));
    tracker.wake();
    await until('it to be read', () => statusesOf(mary).join() === 'IN_PROGRESS');
    await inStep(team, mary, bob);
    expect(statusesOf(bob)).toEqual(['IN_PROGRESS']);
    // It isn't read here again either.
    expect(bob.sql('SELECT next_refresh_at AS at FROM requests')).toEqual([{ at: null }]);
  });

  test('read by themselves while the team database is away', async () => {
    const team = await newTeam();
    const service = new CountingService();
    const bob = await computerOf(team, 'bob');
    const requestId = randomUUID();
    await addTracked(bob.storage, requestId);
    bob.sql(DUE_NOW);
    trackerOf(bob, service.read(bob.login)).wake();
    await until('it to be read', () => statusesOf(bob).join() === 'COMPLETED');
    expect(service.reads).toEqual([requestId]);
  });
});
