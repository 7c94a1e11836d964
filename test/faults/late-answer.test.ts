import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Stores } from '../../electron/storage/stores/index.ts';
import { TAKEN_WITHOUT_ID } from '../../shared/outbox.ts';
import type { SubmissionState } from '../../shared/submission.ts';
import { sampleSubmission } from '../electron/sample-submission.ts';
import { connectionTo } from '../electron/service/create-calls.ts';
import { recordingService, sendJson } from '../electron/service/recording-service.ts';
import { overridden } from '../electron/storage/overridden.ts';
import { addTracked, temporaryStorage } from '../electron/storage/temporary-storage.ts';
import { runningQueue, startQueue } from '../electron/submissions/running-queue.ts';
import { senderOver } from '../electron/submissions/sender-over.ts';
import { until } from '../poll.ts';
import { personAt } from './person-at.ts';

/** One submission whose answer is late, and a person who decides; `answerLate` gives the answer after all. */
async function unansweredInTime() {
  const waiting: ServerResponse[] = [];
  const service = await recordingService((_request, response) => waiting.push(response));
  const sender = senderOver(connectionTo(service.origin), service.origin, { deadlineMs: 30 });
  const running = await runningQueue(undefined, { service, sender });
  const [submission] = await running.add(1);
  const id = submission?.id ?? '';
  running.queue.wake();
  await running.untilIn('unconfirmed', 1);
  running.settings.paused = true;
  return {
    ...running,
    waiting,
    person: personAt(running.storage.stores.submissions, () => running.queue.wake()),
    id,
    answerLate: (requestId: string): void => {
      const response = waiting.shift();
      if (!response) throw new Error('No request waits for an answer.');
      sendJson(response, 201, { request_id: requestId, status: 'PENDING' });
    },
    untilAccepted: (requestId: string) =>
      until('the late answer', async () => {
        const found = await running.storage.stores.submissions.get(id);
        return found?.state === 'accepted' && found.requestId === requestId ? found : undefined;
      }),
    isTracked: async (requestId: string) =>
      (await running.storage.stores.requests.detail('workspace-1', requestId))?.submissionId === id,
  };
}

describe('an answer after the deadline still counts', () => {
  test('before a decision', async () => {
    const { answerLate, untilAccepted, isTracked, service } = await unansweredInTime();
    answerLate('ir_late');
    await untilAccepted('ir_late');
    expect([await isTracked('ir_late'), service.received.length]).toEqual([true, 1]);
  });

  test('after Send again was chosen but not started: nothing is sent again', async () => {
    const { answerLate, untilAccepted, person, id, settings, queue, inStates, service } =
      await unansweredInTime();
    expect(await person.sendAgain([id])).toMatchObject({ ok: true });
    expect(await inStates('queued')).toHaveLength(1);
    answerLate('ir_late');
    await untilAccepted('ir_late');
    settings.paused = false;
    queue.wake();
    await queue.stop(2000);
    expect(service.received).toHaveLength(1);
  });

  test('after Send again was started: the person asked for that one, and there is no third', async () => {
    const { answerLate, waiting, person, id, settings, queue, inStates, untilIn, service, storage } =
      await unansweredInTime();
    settings.paused = false;
    await person.sendAgain([id]);
    await until('the second send', () => waiting.length === 2);
    answerLate('ir_first');
    answerLate('ir_second');
    await untilIn('accepted', 1);
    await until('the other id', async () =>
      (await storage.stores.events.of(id)).some(({ code }) => code === 'accepted_again'),
    );
    await queue.stop(2000);
    const accepted = await inStates('accepted');
    expect([service.received.length, accepted.length]).toEqual([2, 1]);
    const others = (await storage.stores.events.of(id)).flatMap(({ values }) =>
      values && 'requestId' in values ? [values.requestId] : [],
    );
    expect([accepted[0]?.requestId, ...others].toSorted()).toEqual(['ir_first', 'ir_second']);
  });

  test('without an id, after Send again was chosen but not started: nothing is sent again, as the service has it', async () => {
    const { waiting, person, id, settings, queue, untilIn, service } = await unansweredInTime();
    await person.sendAgain([id]);
    const response = waiting.shift();
    if (response) sendJson(response, 201, {});
    const [taken] = await untilIn('unconfirmed', 1);
    expect(taken?.problem?.code).toBe(TAKEN_WITHOUT_ID);
    expect(await person.sendAgain([id])).toMatchObject({ error: { code: 'already_taken' } });
    settings.paused = false;
    queue.wake();
    await queue.stop(2000);
    expect(service.received).toHaveLength(1);
  });

  test('with the ID of another request, which is reported but decides nothing', async () => {
    const { answerLate, storage, id, untilIn } = await unansweredInTime();
    await addTracked(storage, 'ir_known', { candidateName: 'Bob', phoneNumber: '+12025550102' });
    answerLate('ir_known');
    const told = await until('the late answer', async () => {
      const found = await storage.stores.submissions.get(id);
      return found?.problem?.code === 'accepted_with_known_id' && found;
    });
    expect(told.problem?.knownAs).toBe('Bob');
    await untilIn('unconfirmed', 1);
  });

  test('after the disk refused it at first', async () => {
    const { stores } = await temporaryStorage();
    const waiting: ServerResponse[] = [];
    const service = await recordingService((_request, response) => waiting.push(response));
    let refusals = 2;
    const { queue, troubles } = startQueue({
      baseUrl: service.origin,
      sender: senderOver(connectionTo(service.origin), service.origin, { deadlineMs: 30 }),
      store: overridden<Stores['submissions']>(stores.submissions, {
        save: (changes) => {
          const refused = refusals > 0 && changes.some(({ submission }) => submission.state === 'accepted');
          if (!refused) return stores.submissions.save(changes);
          refusals -= 1;
          return Promise.reject(new Error('database is locked'));
        },
      }),
    });
    await stores.submissions.add([sampleSubmission()]);
    queue.wake();
    const inState = (state: SubmissionState) =>
      until(state, async () => (await stores.submissions.inStates('workspace-1', [state]))[0]);
    await inState('unconfirmed');
    for (const response of waiting) sendJson(response, 201, { request_id: 'ir_late', status: 'PENDING' });
    expect(await inState('accepted')).toMatchObject({ requestId: 'ir_late' });
    expect(troubles).toHaveLength(2);
  });

  test('after a discard: the request is tracked, as the person will be called', async () => {
    const { answerLate, untilAccepted, person, id, inStates, isTracked, service } = await unansweredInTime();
    await person.discard([id]);
    expect(await inStates('discarded')).toHaveLength(1);
    answerLate('ir_late');
    await untilAccepted('ir_late');
    expect([await isTracked('ir_late'), service.received.length]).toEqual([true, 1]);
  });
});
