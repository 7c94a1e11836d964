import { DAY_MS } from '../../../../shared/durations.ts';
import type { BulkOutcome, OutboxRow } from '../../../../shared/outbox.ts';
import type { Result } from '../../../../shared/result.ts';
import type { Submission, SubmissionFields } from '../../../../shared/submission.ts';
import { Desk, inMinutes, standingOf } from './desk.ts';
import type { Kind } from './kinds.ts';
import { fieldsIn, NOW, type Situation } from './situations.ts';

/** The answers of one moment in one situation, by column. */
type Answers = Record<string, string>;
type Moment = (situation: Situation) => Promise<Answers>;

/** Does one thing to one submission of each kind, each in a workspace where all wait together. */
function each(name: string, kinds: readonly Kind[], act: Act, { isPaused = false } = {}): Moment {
  return async (situation) => {
    const desk = await Desk.in(situation);
    if (isPaused) {
      desk.settings.paused = true;
      await desk.poll();
    }
    const ids = await putAll(desk, kinds);
    const answers: Answers = {};
    for (const [kind, id] of ids) answers[`${name} ${kind}`] = await act(desk, id);
    await desk.close();
    return answers;
  };
}
type Act = (desk: Desk, id: string) => Promise<string>;

/** Does one thing with a workspace in which one submission of each kind waits, and tells how each stands then. */
function all(
  name: string,
  kinds: readonly Kind[],
  act: (desk: Desk) => Promise<void>,
  before?: Before,
): Moment {
  return async (situation) => {
    const desk = await Desk.in(situation);
    before?.(desk);
    const ids = await putAll(desk, kinds);
    await act(desk);
    const answers: Answers = {};
    for (const [kind, id] of ids) answers[`${name} ${kind}`] = await desk.standing(id);
    await desk.close();
    return answers;
  };
}
type Before = (desk: Desk) => void;

async function putAll(desk: Desk, kinds: readonly Kind[]): Promise<readonly (readonly [Kind, string])[]> {
  const ids: (readonly [Kind, string])[] = [];
  for (const kind of kinds) ids.push([kind, await desk.put(kind)]);
  return ids;
}

/** Submits something that is new. */
function submitting(
  name: string,
  submit: (desk: Desk, fields: SubmissionFields) => Promise<Result<readonly Submission[]>>,
): Moment {
  return async (situation) => {
    const desk = await Desk.in(situation);
    const submitted = await submit(desk, fieldsIn(situation, await desk.newPerson()));
    await desk.close();
    return { [name]: said(submitted, ([first]) => (first ? standingOf(first, NOW) : 'nothing')) };
  };
}

const waitsForRules: readonly Kind[] = [
  'queued',
  'retry',
  'paused',
  'held_country',
  'held_notice',
  'held_zone',
  'asked',
  'held_hours',
  'told_waits',
  'tried_waits',
];

const notInForceYet: Before = (desk) => {
  desk.settings.paused = true;
  desk.isInForce = false;
};

export const MOMENTS: readonly Moment[] = [
  submitting('submit', (desk, fields) => desk.submitter.submit([fields])),
  submitting('submit, agreed to wait', (desk, fields) =>
    desk.submitter.submit([fields], { waitForNotice: true }),
  ),
  submitting('submit, agreed to all', (desk, fields) =>
    desk.submitter.submit([fields], { waitForNotice: true, despiteDuplicates: true }),
  ),
  submitting('submit twice', (desk, fields) => desk.submitter.submit([fields, fields])),
  each('correct', ['queued', 'paused', 'told_waits', 'rejected', 'unconfirmed'], async (desk, id) => {
    const { phoneNumber } = await desk.read(id);
    const fields = fieldsIn(desk.situation, phoneNumber);
    const submitted = await desk.submitter.submit([fields], { replaces: id, despiteDuplicates: true });
    return said(submitted, ([first]) => (first ? standingOf(first, NOW) : 'nothing'));
  }),
  each('submit again', ['accepted', 'unconfirmed'], async (desk, id) =>
    said(await desk.submitter.submitAgain([id]), ([first]) => (first ? standingOf(first, NOW) : 'nothing')),
  ),
  each('row', [...waitsForRules, 'editing', 'unconfirmed'], rowOf),
  each(
    'try now',
    ['queued', 'retry', 'paused', 'held_zone', 'asked', 'held_hours', 'told_waits', 'tried_waits'],
    async (desk, id) => decided(desk, id, await desk.decisions.tryNow(id)),
    { isPaused: true },
  ),
  each(
    'try now outside hours',
    ['queued', 'asked', 'held_hours'],
    async (desk, id) => decided(desk, id, await desk.decisions.tryNow(id, { outsideHours: true })),
    { isPaused: true },
  ),
  all('try all now', ['queued', 'retry', 'paused', 'held_sign_in', 'tried_waits'], async (desk) => {
    desk.settings.paused = true;
    await desk.poll();
    await desk.decisions.tryNow();
  }),
  each('bulk try now', ['retry', 'held_sign_in', 'tried_waits', 'paused'], async (desk, id) =>
    bulk(await desk.bulk.run({ action: 'try_now', part: 'waiting', rows: { ids: [id] } })),
  ),
  each('bulk send again', ['unconfirmed', 'unconfirmed_taken'], async (desk, id) =>
    bulk(await desk.bulk.run({ action: 'send_again', part: 'decisions', rows: { ids: [id] } })),
  ),
  each('bulk resubmit', ['rejected', 'rejected_reached'], async (desk, id) =>
    bulk(await desk.bulk.run({ action: 'resubmit', part: 'refused', rows: { ids: [id] } })),
  ),
  each('send again', ['unconfirmed', 'unconfirmed_taken'], async (desk, id) =>
    decided(desk, id, await desk.decisions.sendAgain([id])),
  ),
  each('choose the zone', ['held_zone', 'queued'], async (desk, id) => {
    const rows = [await desk.read(id)];
    return decided(desk, id, await desk.decisions.chooseTimeZone(rows, 'Europe/Moscow', 1));
  }),
  each('answer the question', ['asked'], async (desk, id) =>
    decided(desk, id, await desk.decisions.answerHolds('send_now', NOW)),
  ),
  all('resume', ['paused'], async (desk) => {
    const held = await desk.stores.submissions.inStates(desk.workspaceId, ['held']);
    await desk.decisions.resume(held.map(({ id }) => id));
    await desk.poll();
  }),
  all('due', ['queued', 'send_now', 'undo', 'paused', 'retry'], (desk) => desk.poll()),
  all('due tomorrow', ['undo', 'retry', 'asked', 'held_hours', 'tried_waits'], (desk) => {
    desk.clock.now += DAY_MS;
    desk.clock.boot += DAY_MS;
    return desk.poll();
  }),
  all(
    'start',
    [...waitsForRules, 'undo', 'held_sign_in', 'send_now', 'connecting', 'sending', 'editing', 'interrupted'],
    (desk) => desk.queue.recover(),
    (desk) => {
      desk.settings.paused = true;
    },
  ),
  all(
    'new rules',
    [...waitsForRules, 'undo', 'unconfirmed'],
    async (desk) => {
      desk.isInForce = true;
      await desk.queue.judgeAgain();
    },
    notInForceYet,
  ),
  all(
    'new list',
    ['queued', 'retry', 'held_country', 'told_waits', 'unconfirmed', 'draft'],
    async (desk) => void (await desk.queue.doNotCallChanged()),
    (desk) => {
      desk.settings.paused = true;
    },
  ),
  all(
    'holidays known',
    ['held_hours', 'told_waits', 'asked'],
    (desk) => desk.queue.judgeAgain(),
    (desk) => {
      desk.settings.paused = true;
    },
  ),
  all(
    'mark',
    ['queued', 'send_now'],
    (desk) => desk.poll('connecting'),
    (desk) => {
      desk.isInForce = false;
    },
  ),
  all(
    'second send',
    ['queued', 'send_now'],
    (desk) => desk.poll('refusal'),
    (desk) => {
      desk.isInForce = false;
    },
  ),
  all('clock set forward', ['undo', 'asked', 'held_hours', 'told_waits', 'tried_waits'], async (desk) => {
    await desk.poll();
    desk.clock.now += DAY_MS;
    await desk.poll();
  }),
  all(
    'clock set back',
    ['undo', 'asked', 'held_hours', 'told_waits', 'tried_waits', 'retry'],
    async (desk) => {
      await desk.poll();
      desk.clock.now -= DAY_MS;
      await desk.poll();
    },
  ),
  async (situation) => {
    const desk = await Desk.in(situation);
    const ids = await putAll(desk, ['queued', 'retry', 'held_country', 'connecting']);
    for (const [, id] of ids) desk.restored(id);
    await desk.queue.recover();
    const answers: Answers = {};
    for (const [kind, id] of ids) {
      const before = await desk.standing(id);
      answers[`restored ${kind}`] =
        `${before} > ${await decided(desk, id, await desk.decisions.sendAgain([id]))}`;
    }
    await desk.close();
    return answers;
  },
  async (situation) => {
    const desk = await Desk.in(situation);
    const answers: Answers = {};
    for (const agreed of [false, true]) {
      const rows = [{ number: 1, cells: ['Ada'], fields: fieldsIn(situation, await desk.newPerson()) }];
      const { workspaceId, stores, submitter } = desk;
      const importId = `import-${workspaceId}-${agreed}`;
      await stores.imports.begin(workspaceId, { id: importId, ...ANY_FILE }, NOW);
      const chunk = { workspaceId, importId, rows, despiteDuplicates: agreed, together: 1 };
      const queued = await desk.imports.queue(chunk, submitter);
      answers[agreed ? 'queue a duplicate row' : 'queue a row'] = said(queued, ({ firstAt, forbidden }) =>
        firstAt === null ? `left ${forbidden.length}` : `queued ${inMinutes(firstAt, NOW)}`,
      );
    }
    await desk.close();
    return answers;
  },
  async (situation) => {
    const desk = await Desk.in(situation);
    const answers = { review: await review(desk), 'review, agreed': await review(desk, true) };
    await desk.close();
    return answers;
  },
];

const ANY_FILE = { name: 'people.csv', digest: '', headers: ['Name'], rows: 1 };

/** What the review of an import says about a row. */
async function review(desk: Desk, anyway = false): Promise<string> {
  const phoneNumber = await desk.newPerson();
  const { notBefore, noticeOn } = fieldsIn(desk.situation, phoneNumber);
  const row = { number: 1, phoneNumber, ...(noticeOn && { noticeOn }) };
  const [answer] = await desk.submitter.reviewRows({
    rows: [anyway ? { ...row, anyway } : row],
    notBefore: notBefore && notBefore > NOW ? notBefore : null,
    noticeOn: null,
    hasNoticeColumn: true,
    timeZones: [],
  });
  if (!answer) return 'ready';
  const codes = answer.notes.map(({ code }) => code).join('+');
  const until = answer.wait && !answer.wait.asks ? ` ${inMinutes(answer.wait.until, NOW)}` : '';
  return `${answer.state} ${codes}${until}`;
}

async function rowOf(desk: Desk, id: string): Promise<string> {
  const asRow: OutboxRow = { ...(await desk.read(id)), jobName: null, questionnaireName: null };
  const [judged] = await desk.decisions.withRefusals([asRow]);
  const refused = judged?.refusedNow;
  if (!refused) return 'may be tried';
  return `${refused.code}${refused.until !== undefined ? ` ${inMinutes(refused.until, NOW)}` : ''}`;
}

async function decided(desk: Desk, id: string, result: Result<unknown>): Promise<string> {
  if (!result.ok) return said(result, () => '');
  return desk.standing(id);
}

function bulk(result: Result<BulkOutcome>): string {
  return said(result, ({ changed, leftOut }) =>
    changed > 0 ? 'done' : `left ${Object.keys(leftOut).join('+')}`,
  );
}

function said<Value>(result: Result<Value>, tell: (value: Value) => string): string {
  return result.ok ? tell(result.value) : `no: ${result.error.code}`;
}
