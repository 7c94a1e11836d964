import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AlsoCalled } from '../../electron/team/team-claims.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { SubmissionFields } from '../../shared/submission.ts';
import { acceptEach, recordingService } from '../electron/service/recording-service.ts';
import { overridden } from '../electron/storage/overridden.ts';
import { addTracked, temporaryStorage } from '../electron/storage/temporary-storage.ts';
import { namesIn, ReachabilityOfTest, senderTo } from '../electron/submissions/running-queue.ts';
import { computerOf, inStep } from '../electron/team/two-computers.ts';
import { until } from '../poll.ts';
import {
  baseBackup,
  hasPostgres,
  NEEDS_POSTGRES,
  newTeam,
  ownCluster,
  restore,
} from '../postgres-cluster.ts';
import { TcpProxy } from '../tcp-proxy.ts';
import { teamComputer, WORKSPACE } from './team-computer.ts';

const ANN: SubmissionFields = {
  candidateName: 'Ann Other',
  phoneNumber: '+12025550143',
  resumeUrl: 'https://files.example.com/ann.pdf',
  jobDescriptionId: '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b',
  questionnaireTemplateId: 'general-v1',
};

describe.runIf(hasPostgres)('claims on a team database', NEEDS_POSTGRES, () => {
  test('of two colleagues who submit one person at once, one calls, and the other is asked', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    const [mary, tom] = await Promise.all([
      teamComputer({ team, service, person: 'Mary' }),
      teamComputer({ team, service, person: 'Tom' }),
    ]);
    const [hers, his] = await Promise.all([mary.submit(ANN), tom.submit(ANN)]);
    const [first, second] = await Promise.all([
      mary.untilIn(hers.id, 'accepted', 'held'),
      tom.untilIn(his.id, 'accepted', 'held'),
    ]);
    expect([first.state, second.state].sort()).toEqual(['accepted', 'held']);
    const held = first.state === 'held' ? first : second;
    expect(held.problem?.code).toBe('colleague_claimed');
    expect(namesIn(service)).toEqual(['Ann Other']);
    expect([mary.troubles, tom.troubles]).toEqual([[], []]);
  });

  test('whoever was told of a colleague’s claim may submit anyway, and has the number then', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const tom = await teamComputer({ team, service, person: 'Tom' });
    await mary.untilIn((await mary.submit(ANN)).id, 'accepted');
    const { id } = await tom.submit(ANN);
    await tom.untilIn(id, 'held');
    const refused = await tom.decisions.tryNow(id);
    if (refused.ok || refused.error.code !== 'colleague_claimed') throw new Error('He was not asked.');
    expect(refused.error.values).toMatchObject({ person: 'Mary', candidateName: 'Ann Other' });
    const { change } = refused.error.values;
    expect(await tom.decisions.tryNow(id, { despiteColleague: change })).toMatchObject({ ok: true });
    await tom.untilIn(id, 'accepted');
    expect(service.received).toHaveLength(2);
    const log = await tom.database.query<{ what: string }>('SELECT what FROM claim_log ORDER BY change');
    expect(log.map(({ what }) => what)).toContain('taken_over');
  });

  test.each(['German', 'SQL, DMY', 'Postgres'])(
    'a colleague’s claim has its day, though the server writes dates as %s',
    async (dateStyle) => {
      const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
      const { login } = await team.recruiter('tom');
      await team.cluster.psql(`alter role "${login}" set datestyle = '${dateStyle}'`);
      const mary = await teamComputer({ team, service, person: 'Mary' });
      const tom = await teamComputer({ team, service, person: 'Tom' });
      await mary.untilIn((await mary.submit(ANN)).id, 'accepted');
      await team.cluster.psql(`update ${team.name}.claims set at = '2026-06-05 12:00Z'`);
      const { id } = await tom.untilIn((await tom.submit(ANN)).id, 'held');
      expect(await tom.decisions.tryNow(id)).toMatchObject({
        error: { code: 'colleague_claimed', values: { at: Date.UTC(2026, 5, 5, 12) } },
      });
    },
  );

  test('a colleague’s claim is a duplicate while typing and when submitting', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const tom = await teamComputer({ team, service, person: 'Tom' });
    const hers = await mary.submit(ANN);
    await mary.untilIn(hers.id, 'accepted');
    await mary.claims.settle([hers.id]);
    await tom.readClaims();
    expect(await tom.submitter.duplicates([ANN.phoneNumber])).toMatchObject([
      { by: 'Mary', state: 'accepted', candidateName: 'Ann Other' },
    ]);
    const refused = await tom.submitter.submit([ANN]);
    expect(refused).toMatchObject({ ok: false, error: { code: 'duplicate' } });
    // Her submission isn't here, so his has no earlier one.
    const his = await tom.submit(ANN, true);
    expect(his.previousSubmissionId).toBeNull();
    const events = await tom.stores.events.of(his.id);
    expect(events.map(({ code }) => code).slice(-2)).toEqual(['send_despite_colleague_chosen', 'submitted']);
    await tom.untilIn(his.id, 'accepted', 'held');
  });

  test('a colleague’s claim is asked about although the row of a file was to go despite an earlier submission', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const tom = await teamComputer({ team, service, person: 'Tom' });
    await tom.untilIn((await tom.submit(ANN)).id, 'accepted');
    const review = (anyway?: true) =>
      tom.submitter.reviewRows({
        rows: [{ number: 2, phoneNumber: ANN.phoneNumber, ...(anyway && { anyway }) }],
        ...{ notBefore: null, noticeOn: null, hasNoticeColumn: false, timeZones: [] },
      });
    expect(await review()).toMatchObject([{ state: 'duplicate' }]);
    await review(true);
    await mary.readClaims();
    await mary.submitter.duplicates([ANN.phoneNumber]);
    await mary.untilIn((await mary.submit(ANN, true)).id, 'accepted');
    await tom.readClaims();
    // It is asked about again, as something changed: whoever chose before hasn't seen that.
    await review(true);
    const { id } = await tom.submit(ANN, true);
    await tom.untilIn(id, 'held');
    expect(service.received).toHaveLength(2);
    await review();
    await tom.untilIn((await tom.submit(ANN, true)).id, 'accepted');
  });

  test('a clock that is far ahead makes no colleague’s call too old to ask about', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const tom = await teamComputer({ team, service, person: 'Tom', now: () => Date.now() + 400 * DAY_MS });
    const hers = await mary.submit(ANN);
    await mary.untilIn(hers.id, 'accepted');
    await mary.claims.settle([hers.id]);
    await tom.readClaims();
    await tom.untilIn((await tom.submit(ANN)).id, 'held');
    expect(service.received).toHaveLength(1);
  });

  test('a number on the team’s list is not called by anybody, though it isn’t known here', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const tom = await teamComputer({ team, service, person: 'Tom' });
    const { keyedHash } = await import('../../electron/team/team-claims.ts');
    const place = await mary.stores.teams.place(WORKSPACE);
    if (!place?.hashKey) throw new Error('The team was not greeted.');
    const entry = {
      id: randomUUID(),
      number: ANN.phoneNumber,
      hash: keyedHash(place.hashKey, ANN.phoneNumber).toString('hex'),
      reason: 'Asked us',
      added_at: Date.now(),
    };
    await mary.database.query('SELECT forbid($1, $2)', [place.computerId, JSON.stringify([entry])]);
    const { id } = await tom.submit(ANN);
    await tom.untilIn(id, 'discarded');
    expect(service.received).toEqual([]);
  });

  test('a number put on the list while the team database was away is told before all else, and keeps what waits from it', async () => {
    const cluster = await ownCluster();
    const [team, service] = [await newTeam(cluster), await recordingService(acceptEach)];
    const rest = Promise.withResolvers<void>();
    let isBack = false;
    const mary = await computerOf(team, 'mary', {
      around: (store) =>
        overridden(store, {
          pending: async (workspaceId, after, limit, kind) => {
            if (isBack && !kind) await rest.promise;
            return store.pending(workspaceId, after, limit, kind);
          },
        }),
    });
    // Before it is switched off, which waits for what is under way.
    onTestFinished(() => rest.resolve());
    const proxy = await TcpProxy.open(cluster.port);
    onTestFinished(() => proxy.close());
    const tom = await teamComputer({ team, service, person: 'Tom', port: proxy.port });
    await mary.connect();
    await inStep(team, mary);
    proxy.cut();
    await cluster.stop();
    await until('it is away', () =>
      [mary, tom].every(({ database }) => database.state.phase === 'unreachable'),
    );
    const { id } = await tom.submit(ANN);
    await addTracked(mary.storage, randomUUID(), { phoneNumber: '+12025550144' }, Date.now());
    await mary.stores.doNotCall.add([
      { id: randomUUID(), phoneNumber: ANN.phoneNumber, reason: '', addedAt: 5000, addedBy: 'account' },
    ]);
    isBack = true;
    await cluster.start();
    await until('she is back', () => mary.connect().then(() => mary.database.state.phase === 'connected'));
    const told = `select (select change from ${team.name}.do_not_call), (select change from ${team.name}.claims)`;
    const [entry, call] = await until('it to be told', async () => {
      const changes = (await cluster.psql(told)).split('|').map(Number);
      return changes.every(Boolean) && changes;
    });
    expect(entry).toBeLessThan(call ?? 0);
    proxy.mend();
    await tom.database.tryNow();
    await tom.untilIn(id, 'discarded');
    expect(service.received).toEqual([]);
  });

  test('while the team database is away, submissions wait, and go when it is back', async () => {
    const cluster = await ownCluster();
    const [team, service] = [await newTeam(cluster), await recordingService(acceptEach)];
    const mary = await teamComputer({ team, service, person: 'Mary' });
    await cluster.stop();
    await until('it is away', () => mary.database.state.phase === 'unreachable');
    const { id } = await mary.submit(ANN);
    await until('the queue says so', () => mary.queue.sendWait?.why === 'team_away');
    expect((await mary.stores.submissions.get(id))?.state).toBe('queued');
    await cluster.start();
    mary.database.check();
    await mary.untilIn(id, 'accepted');
    expect(service.received).toHaveLength(1);
  });

  test('where the rule lets submissions go without the team, colleagues who both called are told', async () => {
    const cluster = await ownCluster();
    const [team, service] = [await newTeam(cluster), await recordingService(acceptEach)];
    const mary = await teamComputer({ team, service, person: 'Mary', goesWithout: true });
    const tom = await teamComputer({ team, service, person: 'Tom', goesWithout: true });
    await cluster.stop();
    await until('it is away', () =>
      [mary, tom].every(({ database }) => database.state.phase === 'unreachable'),
    );
    const [hers, his] = [await mary.submit(ANN), await tom.submit(ANN)];
    await Promise.all([mary.untilIn(hers.id, 'accepted'), tom.untilIn(his.id, 'accepted')]);
    await cluster.start();
    for (const { database } of [mary, tom])
      await until('it is back', () => database.tryNow().then(() => database.state.phase === 'connected'));
    await mary.claims.settle([hers.id]);
    await tom.claims.settle([his.id]);
    const events = await tom.stores.events.of(his.id);
    expect(events.map(({ code }) => code)).toContain('colleague_called_too');
    const conflicts = await mary.database.query('SELECT body FROM records WHERE kind = $1', ['conflict']);
    expect(conflicts).toEqual([
      { body: { submission: his.id, other: hers.id, person: 'Mary', state: 'accepted' } },
    ]);
  });

  test('both are told once, in the list and the history, and nobody else is', async () => {
    const team = await newTeam();
    const [mary, tom] = [await computerOf(team, 'mary'), await computerOf(team, 'tom')];
    const clara = await computerOf(team, 'clara');
    for (const each of [mary, tom, clara]) await each.connect();
    await inStep(team, mary, tom, clara);
    const called: AlsoCalled[] = [];
    for (const each of [mary, tom]) {
      const requestId = randomUUID();
      const { id } = await addTracked(each.storage, requestId, { phoneNumber: ANN.phoneNumber }, Date.now());
      each.sync.changed();
      await inStep(team, each);
      called.push({ submissionId: id, requestId });
    }
    for (let time = 0; time < 2; time += 1) await inStep(team, mary, tom, clara);
    expect([mary, tom, clara].map(({ told }) => told.alsoCalled)).toEqual([
      ...called.map((each) => [each]),
      [],
    ]);
    for (const { stores } of [mary, tom, clara])
      for (const { requestId } of called) {
        const request = await stores.requests.detail(WORKSPACE, requestId ?? '');
        expect(request).toMatchObject({ calledTwice: true, unseen: true });
        expect(request?.history.filter(({ code }) => code === 'colleague_called_too')).toHaveLength(1);
      }
  });

  test('both are told, though the clock of one was days ahead when it joined the team', async () => {
    const team = await newTeam();
    const mary = await computerOf(team, 'mary');
    const tom = await computerOf(team, 'tom', { joinedAt: Date.now() + 3 * DAY_MS });
    for (const each of [mary, tom]) {
      await each.connect();
      await addTracked(each.storage, randomUUID(), { phoneNumber: ANN.phoneNumber }, Date.now());
      each.sync.changed();
      await inStep(team, each);
    }
    await inStep(team, mary, tom);
    expect([mary, tom].map(({ told }) => told.alsoCalled.length)).toEqual([1, 1]);
  });

  test('both are told, though one of them waited before its computer joined the team, and was called afterwards', async () => {
    const team = await newTeam();
    const storage = await temporaryStorage();
    const called = (each: Pick<typeof mary, 'storage'>, at: number) =>
      addTracked(each.storage, randomUUID(), { phoneNumber: ANN.phoneNumber }, at);
    await called({ storage }, Date.now() + 1000);
    const mary = await computerOf(team, 'mary', { storage, joinedAt: Date.now() });
    const tom = await computerOf(team, 'tom');
    await called(tom, Date.now());
    for (const each of [tom, mary]) {
      await each.connect();
      await inStep(team, each);
    }
    await inStep(team, mary, tom);
    expect([mary, tom].map(({ told }) => told.alsoCalled.length)).toEqual([1, 1]);
  });

  test('both are told, though one called while the team that its workspace was moved to had yet to be reached', async () => {
    const [before, team] = await Promise.all([newTeam(), newTeam()]);
    const { storage, ...mary } = await computerOf(before, 'mary');
    await mary.connect();
    await mary.switchOff();
    const tom = await computerOf(team, 'tom');
    const moved = await computerOf(team, 'mary', { storage, joinedAt: Date.now() });
    for (const each of [tom, moved]) {
      await addTracked(each.storage, randomUUID(), { phoneNumber: ANN.phoneNumber }, Date.now());
      await each.connect();
      await inStep(team, each);
    }
    await inStep(team, moved, tom);
    expect([moved, tom].map(({ told }) => told.alsoCalled.length)).toEqual([1, 1]);
    expect(await team.cluster.psql(`select count(*) from ${team.name}.records where kind = 'request'`)).toBe(
      '2',
    );
  });

  test('what went without the team counts from when it was called, though its computer’s clock is a year behind', async () => {
    const cluster = await ownCluster();
    const [team, service] = [await newTeam(cluster), await recordingService(acceptEach)];
    const now = () => Date.now() - 400 * DAY_MS;
    const mary = await teamComputer({ team, service, person: 'Mary', goesWithout: true, now });
    const tom = await teamComputer({ team, service, person: 'Tom' });
    await cluster.stop();
    await until('it is away', () => mary.database.state.phase === 'unreachable');
    const hers = await mary.submit(ANN);
    await mary.untilIn(hers.id, 'accepted');
    await cluster.start();
    await Promise.all([mary.database.tryNow(), tom.database.tryNow()]);
    await mary.claims.settle([hers.id]);
    await tom.untilIn((await tom.submit(ANN)).id, 'held');
    expect(service.received).toHaveLength(1);
  });

  test('after a restore of the team database, what waits is a person’s to decide', async () => {
    const cluster = await ownCluster();
    const [team, service] = [await newTeam(cluster), await recordingService(acceptEach)];
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const backup = await baseBackup(cluster);
    const sent = await mary.submit(ANN);
    await mary.untilIn(sent.id, 'accepted');
    mary.queue.wake();
    await restore(cluster, backup);
    const later = {
      ...ANN,
      candidateName: 'Bea Other',
      phoneNumber: '+12025550144',
      notBefore: Date.now() + 1e9,
    };
    const waiting = await mary.submit(later);
    await mary.database.tryNow();
    await until('she is connected', () => mary.database.state.phase === 'connected');
    expect(await mary.stores.submissions.get(waiting.id)).toMatchObject({
      state: 'unconfirmed',
      problem: { code: 'team_restored' },
    });
  });

  test('after a restore, everybody is asked about until each computer has met the team again', async () => {
    const cluster = await ownCluster();
    const [team, service] = [await newTeam(cluster), await recordingService(acceptEach)];
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const tom = await teamComputer({ team, service, person: 'Tom' });
    const backup = await baseBackup(cluster);
    await tom.database.close();
    const hers = await mary.submit(ANN);
    await mary.untilIn(hers.id, 'accepted');
    await mary.claims.settle([hers.id]);
    await mary.database.close();
    await restore(cluster, backup);
    await cluster.psql(`select ${team.name}.restored()`);
    // Tom has read nothing of what was lost, and Mary, who called, is away.
    const back = await teamComputer({ team, service, person: 'Tom', storage: tom.storage });
    const his = await back.submit(ANN);
    await back.untilIn(his.id, 'held');
    const refused = await back.decisions.tryNow(his.id);
    if (refused.ok || refused.error.code !== 'colleague_claimed') throw new Error('He was not asked.');
    expect(refused.error.values).toMatchObject({ person: 'Mary', state: 'restored' });
    expect(service.received).toHaveLength(1);
    // Once she is back, what she called is known, and others are called without a question.
    const again = await teamComputer({ team, service, person: 'Mary', storage: mary.storage });
    await again.claims.settle([hers.id]);
    await again.toldAll();
    const other = await back.submit({ ...ANN, candidateName: 'Bea Other', phoneNumber: '+12025550144' });
    await back.untilIn(other.id, 'accepted');
    const { change } = refused.error.values;
    await back.decisions.tryNow(his.id, { despiteColleague: change });
    await until('he is asked about her call', async () => {
      const asked = await back.decisions.tryNow(his.id);
      return !asked.ok && asked.error.code === 'colleague_claimed' && asked.error.values.state === 'accepted';
    });
    expect(service.received).toHaveLength(2);
  });

  test('a claim outlives a crash of a server that answers before its changes are on the disk', async () => {
    const settings = { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '1GB' };
    const cluster = await ownCluster({ settings });
    const [team, service] = [await newTeam(cluster), await recordingService(acceptEach)];
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const tom = await teamComputer({ team, service, person: 'Tom' });
    await cluster.psql('checkpoint');
    await mary.untilIn((await mary.submit(ANN)).id, 'accepted');
    await mary.database.close();
    await cluster.stop('immediate');
    await cluster.start();
    await until('he is connected', () => tom.database.state.phase === 'connected');
    await tom.untilIn((await tom.submit(ANN)).id, 'held');
    expect(service.received).toHaveLength(1);
  });

  test.each([
    ['', 'stays'],
    [', also after the connection was lost', 'is lost'],
  ])('a claim made for what was taken back while it connected is given back%s', async (_when, then) => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    const connection = Promise.withResolvers<void>();
    const { send } = senderTo(service.origin);
    const { login } = await team.recruiter('mary');
    const mary = await teamComputer({
      ...{ team, service, person: 'Mary' },
      sender: {
        send: (submission, token, mark) =>
          send(submission, token, async (check) => {
            await connection.promise;
            await mark(check).finally(async () => {
              if (then === 'stays') return;
              await team.cluster.psql(
                `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${login}'`,
              );
              await until('the loss to be noticed', () => mary.database.state.phase === 'unreachable');
            });
          }),
      },
    });
    const { id } = await mary.submit(ANN);
    await mary.untilIn(id, 'connecting');
    expect(await mary.decisions.takeBack(id)).toMatchObject({ ok: true });
    await mary.tellTeam();
    connection.resolve();
    const claim = `select state from ${team.name}.claims`;
    await until('it to be given back', async () => {
      // Until it is connected again.
      await mary.tellTeam().catch(() => undefined);
      return (await team.cluster.psql(claim)) === 'free';
    });
    const tom = await teamComputer({ team, service, person: 'Tom' });
    await tom.untilIn((await tom.submit(ANN)).id, 'accepted');
    expect([mary.troubles, service.received.length]).toEqual([[], 1]);
  });

  test('a claim made for what was taken back is given back at the next start, if it was ended in between', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    const { send } = senderTo(service.origin);
    const before = await teamComputer({
      ...{ team, service, person: 'Mary' },
      // It ended with the claim, before the mark.
      sender: { send: (submission, token) => send(submission, token, () => new Promise(() => undefined)) },
    });
    const submission = await before.submit(ANN);
    await before.untilIn(submission.id, 'connecting');
    expect(await before.decisions.takeBack(submission.id)).toMatchObject({ ok: true });
    await before.tellTeam();
    expect(await before.claims.claim(submission)).toBe(true);
    await before.database.close();
    const { storage } = before;
    const mary = await teamComputer({ team, service, person: 'Mary', storage });
    await mary.tellTeam();
    const tom = await teamComputer({ team, service, person: 'Tom' });
    await tom.untilIn((await tom.submit(ANN)).id, 'accepted');
  });

  test('what the team learns late of a discarded submission doesn’t give back its claim once that was undone', async () => {
    const [team, away] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    const reachability = new ReachabilityOfTest();
    const mary = await teamComputer({ team, service: away, person: 'Mary', reachability });
    await away.close();
    const { id } = await mary.submit(ANN);
    await until('it to be tried', async () => (await mary.stores.submissions.get(id))?.attempts === 1);
    expect(await mary.decisions.discard([id])).toMatchObject({ ok: true });
    const late = Promise.withResolvers<void>();
    const { queryBeside } = mary.database;
    Object.defineProperty(mary.database, 'queryBeside', {
      value: (...args: Parameters<typeof queryBeside>) => late.promise.then(() => queryBeside(...args)),
    });
    const told = mary.tellTeam();
    expect(await mary.decisions.undoDiscard([id])).toMatchObject({ ok: true });
    const service = await recordingService(() => undefined, away.port);
    expect(await mary.decisions.resume([id])).toMatchObject({ ok: true });
    reachability.learn(true);
    await mary.untilIn(id, 'sending');
    late.resolve();
    await told;
    const tom = await teamComputer({ team, service, person: 'Tom' });
    expect((await tom.untilIn((await tom.submit(ANN)).id, 'held', 'sending')).state).toBe('held');
  });

  test('whom an administrator took for gone is in the team again with the next submission, and it goes', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    const tom = await teamComputer({ team, service, person: 'Tom', goesWithout: true });
    await team.cluster.psql(`update ${team.name}.computers set left_at = now()`);
    await tom.untilIn((await tom.submit(ANN)).id, 'accepted');
    expect(await tom.database.query('select state from claims')).toEqual([{ state: 'claimed' }]);
  });

  test('nothing is sent once the team’s schema is newer than the app, though it was connected before', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    const tom = await teamComputer({ team, service, person: 'Tom', goesWithout: true });
    await team.cluster.psql(`update ${team.name}.team set version = version + 1`);
    const { id } = await tom.submit(ANN);
    await until('it to be refused', () => tom.database.state.phase === 'refused');
    expect(tom.database.state).toMatchObject({ reason: { code: 'schema_too_new' } });
    expect((await tom.stores.submissions.get(id))?.state).toBe('queued');
    await team.cluster.psql(`update ${team.name}.team set version = version - 1`);
    await tom.database.tryNow();
    await tom.untilIn(id, 'accepted');
    expect(service.received).toHaveLength(1);
  });

  test('a claim outlives its computer, and the question says since when', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(() => undefined)]);
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const hers = await mary.submit(ANN);
    await mary.untilIn(hers.id, 'sending');
    await mary.database.close();
    const tom = await teamComputer({ team, service, person: 'Tom' });
    const his = await tom.submit(ANN);
    await tom.untilIn(his.id, 'held');
    const refused = await tom.decisions.tryNow(his.id);
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'colleague_claimed', values: { person: 'Mary', state: 'claimed' } },
    });
    expect(service.received).toHaveLength(1);
  });
});
