import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DoNotCallList } from '../../../electron/do-not-call/do-not-call-list.ts';
import type { Storage } from '../../../electron/storage/storage.ts';
import type { Stores } from '../../../electron/storage/stores/index.ts';
import type { SubmissionState } from '../../../shared/submission.ts';
import { until } from '../../poll.ts';
import { sampleSubmission } from '../sample-submission.ts';
import { acceptEach, sendJson } from '../service/recording-service.ts';
import { overridden } from '../storage/overridden.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';
import { BERLIN, Gate, MORNING } from '../submissions/gate-openers.ts';
import { personActions } from '../submissions/person-actions.ts';
import { runningQueue, startQueue } from '../submissions/running-queue.ts';
import { replacePolicy } from './replace-policy.ts';

const NUMBER = '+493012345678';
const REASON = 'Asked by e-mail';

function listIn({ stores }: Pick<Storage, 'stores'>, withdraw: () => Promise<number> = async () => 0) {
  return new DoNotCallList({
    store: stores.doNotCall,
    account: 'ada',
    withdraw,
    locked: async () => null,
    onLifted: () => undefined,
    onChange: () => undefined,
    now: () => 5000,
  });
}

function personIn({ stores }: Pick<Storage, 'stores'>) {
  return personActions({
    store: stores.submissions,
  });
}

function untilDiscarded({ store }: Gate, id: string) {
  return until('the withdrawal', async () => ((await store.get(id))?.state === 'discarded' ? id : undefined));
}

describe('a number on the do-not-call list', () => {
  test('is refused with its reason and date when somebody submits it', async () => {
    const { storage } = await runningQueue();
    await listIn(storage).add([{ phoneNumber: NUMBER, reason: REASON }]);
    const submitted = await personIn(storage).submit([sampleSubmission({ phoneNumber: NUMBER })]);
    expect(submitted).toMatchObject({
      ok: false,
      error: { code: 'do_not_call', values: { reason: REASON, addedAt: 5000, others: 0 } },
    });
  });

  test('is found on the list however it is written', async () => {
    const { storage } = await runningQueue();
    const list = listIn(storage);
    await list.add([
      { phoneNumber: NUMBER, reason: REASON },
      { phoneNumber: '+5491123456789', reason: '' },
    ]);
    for (const search of ['030 1234', '+49 (0)30 12345678', '3012345', 'e-mail', '0049 30 12345678'])
      expect((await list.page(search, 0)).entries, search).toMatchObject([{ phoneNumber: NUMBER }]);
    for (const search of ['+54 9 11 2345-6789', '+54 11 2345 6789'])
      expect((await list.page(search, 0)).count, search).toBe(1);
    expect((await list.page('0', 0)).count).toBe(0);
  });

  test('is not counted as new, in whatever digits it rings', async () => {
    const { storage } = await runningQueue();
    const list = listIn(storage);
    await list.add([{ phoneNumber: '+5491123456789', reason: REASON }]);
    await replacePolicy(storage.stores.doNotCall, [{ phoneNumber: NUMBER, reason: '' }], 0);
    const numbers = ['+541123456789', NUMBER, '+12025550143', '+12025550143'];
    // The policy may drop its entry, and the person's would stay.
    expect(await list.countNew(numbers)).toBe(2);
    const added = await list.add(numbers.map((phoneNumber) => ({ phoneNumber, reason: REASON })));
    expect(added.added).toBe(2);
    expect(await list.countNew(numbers)).toBe(0);
  });

  test('is withdrawn where it waits and never sent, and what was sent before is named', async () => {
    const { queue, storage, service, add, inStates } = await runningQueue();
    const [waiting] = await add(1, { phoneNumber: NUMBER, sendAfter: Number.MAX_SAFE_INTEGER });
    await add(1, { phoneNumber: NUMBER, state: 'held', problem: { code: 'not_permitted' } });
    await add(1, { phoneNumber: NUMBER, state: 'unconfirmed', candidateName: 'Sent before' });
    const list = listIn(storage, () => queue.doNotCallChanged());
    expect(await list.add([{ phoneNumber: NUMBER, reason: REASON }])).toMatchObject({
      added: 1,
      withdrawn: 2,
      sentBefore: [{ candidateName: 'Sent before', requestId: null }],
    });
    expect(await inStates('discarded')).toHaveLength(2);
    const [{ code, values } = {}] = await storage.stores.events.of(waiting?.id ?? '');
    expect({ code, values }).toEqual({ code: 'discarded', values: { by: 'do_not_call' } });
    expect(service.received).toEqual([]);
  });

  test('is withdrawn at the next start, however it came on the list, also while sending is paused', async () => {
    const { queue, storage, settings, add, inStates } = await runningQueue();
    settings.paused = true;
    await listIn(storage).add([{ phoneNumber: NUMBER, reason: REASON }]);
    await add(1, { phoneNumber: NUMBER, sendAfter: Number.MAX_SAFE_INTEGER });
    await queue.recover();
    expect(await inStates('discarded')).toHaveLength(1);
  });

  test('is withdrawn when it comes due, whoever listed it', async () => {
    const { queue, storage, service, add, untilIn } = await runningQueue();
    await listIn(storage).add([{ phoneNumber: NUMBER, reason: REASON }]);
    await add(1, { phoneNumber: NUMBER });
    await add(1, { phoneNumber: '+493087654321' });
    queue.wake();
    await untilIn('accepted', 1);
    await untilIn('discarded', 1);
    expect(service.received).toHaveLength(1);
  });

  test('is not sent if it is listed while the connection is made', async () => {
    const gate = await Gate.open();
    gate.passTo(MORNING);
    gate.beforeSending = async () => {
      await listIn(gate.storage).add([{ phoneNumber: BERLIN, reason: REASON }]);
      return undefined;
    };
    const { id } = await gate.submit('Asked us not to', BERLIN);
    await untilDiscarded(gate, id);
    expect(gate.called).toEqual([]);
  });

  test('is not sent while it is being listed, before the disk has it, nor claimed again and again', async () => {
    const { storage, service } = await runningQueue();
    const { submissions } = storage.stores;
    const [listed, other] = [
      sampleSubmission({ phoneNumber: NUMBER }),
      sampleSubmission({ sendAfter: 6000 }),
    ];
    await submissions.add([listed, other]);
    let [writes, looks, isListing] = [0, 0, true];
    const { queue } = startQueue({
      store: overridden<Stores['submissions']>(submissions, {
        save: async (changes) => {
          if (changes.some(({ submission }) => submission.id === listed.id)) writes += 1;
          return submissions.save(changes);
        },
        forbidding: async (numbers) => {
          looks += 1;
          return submissions.forbidding(numbers);
        },
      }),
      baseUrl: service.origin,
      isBeingListed: (phoneNumber) => isListing && phoneNumber === NUMBER,
    });
    queue.wake();
    const sent = async () => (await submissions.inStates('workspace-1', ['accepted'])).map(({ id }) => id);
    await until('the other one', async () => (await sent()).includes(other.id));
    // Longer than a claim and its release take.
    for (let turn = 0; turn < 50; turn += 1) await submissions.get(listed.id);
    expect([writes, service.received.length]).toEqual([0, 1]);
    expect(looks).toBeLessThan(5);
    // Listing failed, which the list tells as it does its success.
    isListing = false;
    await queue.doNotCallChanged();
    await until('the one that is not listed after all', async () => (await sent()).includes(listed.id));
  });

  test('is sent after all if the disk refuses the entry', async () => {
    const { storage, service } = await runningQueue();
    const { submissions, doNotCall } = storage.stores;
    const refused = Promise.withResolvers<never>();
    let looks = 0;
    const waiting = sampleSubmission({ phoneNumber: NUMBER });
    await submissions.add([waiting]);
    const list: DoNotCallList = new DoNotCallList({
      store: overridden<Stores['doNotCall']>(doNotCall, { add: () => refused.promise }),
      account: 'ada',
      withdraw: () => queue.doNotCallChanged(),
      locked: async () => null,
      onLifted: () => void queue.doNotCallChanged(),
      onChange: () => undefined,
    });
    const { queue } = startQueue({
      store: overridden<Stores['submissions']>(submissions, {
        forbidding: async (numbers) => {
          looks += 1;
          return submissions.forbidding(numbers);
        },
      }),
      baseUrl: service.origin,
      isBeingListed: (phoneNumber) => list.isBeingAdded(phoneNumber),
    });
    const adding = list.add([{ phoneNumber: NUMBER, reason: REASON }]);
    queue.wake();
    await until('the queue to look', () => looks > 0);
    expect(service.received).toEqual([]);
    refused.reject(new Error('The disk is full.'));
    await expect(adding).rejects.toThrow('The disk is full.');
    await until('the send', async () => (await submissions.get(waiting.id))?.state === 'accepted');
  });

  test('is not sent if it is listed while its mark waits for the disk to take the outcome before it', async () => {
    const other = await temporaryStorage();
    const { submissions } = other.stores;
    let refuses = true;
    const store: Stores['submissions'] = overridden(submissions, {
      save: async (changes) => {
        if (refuses && changes.some(({ submission }) => submission.state === 'accepted'))
          throw new Error('The disk refuses.');
        return submissions.save(changes);
      },
    });
    const { queue, service } = await runningQueue(acceptEach, {
      store,
      settings: { paused: false, concurrency: 1 },
    });
    const [first, second] = [
      sampleSubmission({ createdAt: 1, sendAfter: 1 }),
      sampleSubmission({ createdAt: 2, sendAfter: 2, phoneNumber: NUMBER }),
    ];
    await submissions.add([first, second]);
    queue.wake();
    const untilState = (state: SubmissionState) =>
      until(state, async () => ((await submissions.get(second.id))?.state === state ? state : undefined));
    await untilState('sending');
    await listIn(other, () => queue.doNotCallChanged()).add([{ phoneNumber: NUMBER, reason: REASON }]);
    refuses = false;
    await untilState('discarded');
    expect(service.received).toHaveLength(1);
  });

  test('is not sent a second time after a refused token', async () => {
    const gate: Gate = await Gate.open(
      (_request, response) =>
        void listIn(gate.storage)
          .add([{ phoneNumber: BERLIN, reason: REASON }])
          .then(() => sendJson(response, 401, {})),
    );
    gate.passTo(MORNING);
    gate.tokens.next = 'token-2';
    const { id } = await gate.submit('Asked us not to', BERLIN);
    await untilDiscarded(gate, id);
    expect(gate.called).toHaveLength(1);
  });

  test('is refused on Send again, and the submission still waits for a decision', async () => {
    const { storage, add, inStates } = await runningQueue();
    const [unclear] = await add(1, { phoneNumber: NUMBER, state: 'unconfirmed' });
    await listIn(storage).add([{ phoneNumber: NUMBER, reason: REASON }]);
    const again = await personIn(storage).sendAgain([unclear?.id ?? '']);
    expect(again).toMatchObject({ ok: false, error: { code: 'do_not_call' } });
    expect(await inStates('unconfirmed')).toHaveLength(1);
  });

  test('can be submitted again once a person has lifted it, with who and why in the list', async () => {
    const { storage } = await runningQueue();
    const list = listIn(storage);
    await list.add([{ phoneNumber: NUMBER, reason: REASON }]);
    const [entry] = (await list.page('', 0)).entries;
    await list.lift(entry?.id ?? '', 'Called back and agreed');
    expect((await list.page('', 0)).entries).toMatchObject([
      { lifted: { at: 5000, by: 'ada', reason: 'Called back and agreed' } },
    ]);
    expect(await personIn(storage).submit([sampleSubmission({ phoneNumber: NUMBER })])).toMatchObject({
      ok: true,
    });
  });
});

describe('an entry of the policy', () => {
  const entry = { id: randomUUID(), phoneNumber: NUMBER, reason: 'Register', addedAt: 1, addedBy: '' };

  test('is not lifted by a person, and forbids although theirs was lifted', async () => {
    const { storage } = await runningQueue();
    const list = listIn(storage);
    await list.add([{ phoneNumber: NUMBER, reason: REASON }]);
    await replacePolicy(storage.stores.doNotCall, [entry], 7000);
    const { entries } = await list.page('', 0);
    const lifted = await Promise.allSettled(entries.map(({ id }) => list.lift(id, 'No reason')));
    expect(lifted.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await storage.stores.submissions.forbidding([NUMBER])).toMatchObject([{ source: 'policy' }]);
  });

  test('ends when the policy no longer has it, and keeps its date while it has', async () => {
    const { storage } = await runningQueue();
    const { doNotCall, submissions } = storage.stores;
    await replacePolicy(doNotCall, [entry], 7000);
    await replacePolicy(doNotCall, [entry], 8000);
    expect(await submissions.forbidding([NUMBER])).toMatchObject([{ addedAt: 7000 }]);
    await replacePolicy(doNotCall, [], 9000);
    expect(await submissions.forbidding([NUMBER])).toEqual([null]);
  });
});
