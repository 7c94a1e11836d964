import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { FieldExampleCollector } from '../../../electron/storage/requests/answer-examples.ts';
import { valueAt } from '../../../shared/assessment-paths.ts';
import type { DescribedField } from '../../../shared/described-field.ts';
import type { AnswerExamples, FieldExamples } from '../../../shared/field-examples.ts';
import type { Json } from '../../../shared/request.ts';
import { defaultRules } from '../../../shared/workspace-rules.ts';
import { ODD_ASSESSMENTS } from '../../shared/odd-assessments.ts';
import { pinnableFields } from '../../shared/pinnable-fields.ts';
import { answered } from './answered.ts';
import { addTracked, sharedStorage } from './temporary-storage.ts';

const shared = sharedStorage();
const NAMES = { label: 'Any', smallest: null, largest: null, better: null } as const;

/** A new workspace with these answers to the questionnaire `q`, the oldest first; null: no results yet. */
async function withAnswers(all: readonly (Json | null)[]) {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { stores } = storage;
  for (const [at, results] of all.entries()) {
    const requestId = `r${at}`;
    const changes = { workspaceId, id: randomUUID(), questionnaireTemplateId: 'q' };
    await addTracked(storage, requestId, changes);
    const body = { request_id: requestId, status: 'COMPLETED', assessment_results: results };
    if (results !== null) await answered(storage, requestId, body, { workspaceId });
  }
  return {
    ...{ stores, workspaceId },
    examples: (id = 'q') => stores.library.examples(workspaceId, id),
    describe: (path: string, field: Partial<DescribedField> = {}) =>
      stores.library.describe(workspaceId, 'q', path, {
        ...{ ...NAMES, path, headline: false, cover: 'covered' },
        ...field,
      }),
    offer: (id: string | null = 'q') => stores.library.scoreOffer(workspaceId, id),
    cover: (on: boolean) =>
      stores.rules.save(workspaceId, {
        ...defaultRules('UTC'),
        verdictFirst: on,
      }),
    judge: (requestId: string) =>
      stores.annotations.annotate(
        workspaceId,
        [requestId],
        { verdict: 'yes', reason: 'Worked with her before.' },
        20_000,
        'ada',
      ),
  };
}

function at(path: string, { fields }: AnswerExamples): FieldExamples | undefined {
  return fields.find((field) => field.path === path);
}

function valuesAt(path: string, found: AnswerExamples): unknown[] | undefined {
  return at(path, found)?.examples.map((example) =>
    example.kind === 'value' ? example.value : `${example.kind} of ${example.size}`,
  );
}

test('a field has its newest three different values as they were sent, and how many answers have it', async () => {
  const { examples } = await withAnswers([
    { overall: 1, only: 'once' },
    { overall: 2 },
    { overall: 2, note: ' ' },
    { overall: '4/5' },
    { overall: null, hired: false },
    { overall: 3.5, hired: false },
  ]);
  const found = await examples();
  expect(found).toMatchObject({ answers: 6, leftOutCovered: false, hasMore: false });
  expect(valuesAt('/overall', found)).toEqual([3.5, '4/5', 2]);
  expect(at('/overall', found)).toMatchObject({ answers: 5, pin: { label: 'Overall', kind: 'number' } });
  expect(at('/hired', found)).toMatchObject({ answers: 2, pin: { kind: 'boolean' } });
  expect(valuesAt('/hired', found)).toEqual([false]);
  expect(valuesAt('/only', found)).toEqual(['once']);
  expect(at('/note', found)).toBeUndefined();
});

test('fields inside groups, lists and tables are found by the paths that a description needs', async () => {
  const { examples, describe } = await withAnswers([
    {
      'skills/speech': {
        english: { score: 4, comment: 'Fluent' },
        german: { score: 2, comment: 'A little' },
      },
      answers: [
        { question: 'Why us?', score: 3 },
        { question: 'When?', score: 5 },
      ],
      languages: ['English', 'German'],
      talk: [
        { speaker: 'agent', text: 'Hello' },
        { speaker: 'candidate', text: 'Hello' },
      ],
      empty: [],
    },
  ]);
  await describe('/answers');
  await describe('/skills~1speech');
  const found = await examples();
  expect(valuesAt('/skills~1speech/english/score', found)).toEqual([4]);
  expect(valuesAt('/answers/question=When?/score', found)).toEqual([5]);
  expect(valuesAt('/languages/1', found)).toEqual(['German']);
  expect(valuesAt('/answers', found)).toEqual(['list of 2']);
  expect(valuesAt('/skills~1speech', found)).toEqual(['group of 2']);
  expect(at('/answers', found)?.pin).toBeNull();
  expect(found.fields.filter(({ path }) => /talk|empty/.test(path))).toEqual([]);
  // Described ones first, the others as they were sent.
  expect(found.fields.map(({ path }) => path).slice(0, 2)).toEqual(['/answers', '/skills~1speech']);
});

test('of odd assessments, each field that a column can show is found, with the value at its path', () => {
  let compared = 0;
  for (const results of ODD_ASSESSMENTS.flatMap(([, one, other]) => [one, other])) {
    const collector = new FieldExampleCollector([]);
    collector.add(results);
    const fields = collector.fields();
    for (const { path, pin, answers, examples } of fields) {
      expect(pin?.path).toBe(path);
      expect(answers).toBe(1);
      expect(examples).toEqual([{ kind: 'value', value: valueAt(results, path) }]);
    }
    if (collector.hasMore || JSON.stringify(results).includes('speaker')) continue;
    const pinnable = pinnableFields(results).map(({ path }) => path);
    expect(fields.map(({ path }) => path).toSorted()).toEqual(pinnable.toSorted());
    compared += pinnable.length;
  }
  expect(compared).toBeGreaterThan(100);
});

test('an example describes and pins nothing', async () => {
  const { examples, stores, workspaceId } = await withAnswers([{ score: '4 of 5' }]);
  expect((await examples()).fields).toHaveLength(1);
  expect((await stores.library.list(workspaceId, 'questionnaire'))[0]?.fields).toEqual([]);
  expect(await stores.pins.list(workspaceId)).toEqual([]);
});

test('only answers of this questionnaire and workspace count, and a request without results is none', async () => {
  const { examples, stores } = await withAnswers([{ overall: 1 }, null, {}]);
  const other = await withAnswers([{ secret: 1 }]);
  const nothing = { answers: 0, leftOutCovered: false, fields: [], hasMore: false };
  expect(await examples('another')).toEqual(nothing);
  expect(await stores.library.examples(other.workspaceId, 'another')).toEqual(nothing);
  expect((await examples()).answers).toBe(1);
  expect((await examples()).fields.map(({ path }) => path)).toEqual(['/overall']);
});

test('a request without a verdict adds nothing while verdicts come first, neither a value nor a name nor a count', async () => {
  const { examples, describe, cover, judge } = await withAnswers([
    { overall: 71, seen: 'a' },
    { overall: 72, 'hidden name': 'b', language: 'en' },
  ]);
  await describe('/overall');
  await describe('/language', { cover: 'open' });
  expect((await examples()).answers).toBe(2);
  await cover(true);
  expect(await examples()).toEqual({ answers: 0, leftOutCovered: true, fields: [], hasMore: false });
  await judge('r0');
  const one = await examples();
  expect(one).toMatchObject({ answers: 1, leftOutCovered: true });
  expect(JSON.stringify(one)).not.toMatch(/72|hidden|language|"en"/);
  expect(at('/overall', one)).toMatchObject({ answers: 1 });
  await judge('r1');
  expect(await examples()).toMatchObject({ answers: 2, leftOutCovered: false });
  await cover(false);
  expect((await examples()).leftOutCovered).toBe(false);
});

test('of many answers the newest fifty are read, and of huge ones as many as a quarter of a megabyte has', async () => {
  const many = await withAnswers(Array.from({ length: 55 }, (_, n) => ({ n })));
  const found = await many.examples();
  expect(found.answers).toBe(50);
  expect(valuesAt('/n', found)).toEqual([54, 53, 52]);
  const huge = await withAnswers([{ n: 1 }, { text: 'x'.repeat(600_000) }, { text: 'y'.repeat(600_000) }]);
  const one = await huge.examples();
  expect(one.answers).toBe(1);
  expect(valuesAt('/text', one)).toEqual(['y'.repeat(600_000)]);
});

test('of thousands of fields the first are listed, and it says that there are more', async () => {
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`f${n}`, n]));
  const { examples, describe } = await withAnswers([wide]);
  await describe('/f4999');
  const found = await examples();
  expect(found.hasMore).toBe(true);
  expect(found.fields).toHaveLength(201);
  expect(valuesAt('/f4999', found)).toEqual([4999]);
});

const scored = (scores: readonly number[]) =>
  scores.map((overall_score, nth) => ({ answered: nth, duration_seconds: 200 + nth, overall_score }));

test('one field with a number in most of at least five answers is offered as the score, with a scale that holds all', async () => {
  const four = await withAnswers(scored([55, 70, 80, 99]));
  expect(await four.offer()).toBeNull();
  const { offer } = await withAnswers([...scored([55, 70, 80, 99]), { summary: 'Good.' }]);
  const expected = { path: '/overall_score', label: 'Overall score', least: 55, most: 99, of: 100 };
  expect(await offer()).toEqual({ questionnaireId: 'q', ...expected });
  expect(await offer(null)).toEqual(await offer());
  expect(await offer('another')).toBeNull();
  const rarely = await withAnswers([...scored([55, 70, 99]), { summary: 'Good.' }, { summary: 'Fine.' }]);
  expect(await rarely.offer()).toBeNull();
});

test('the scale is the one that the answers state; durations, flags and what is always the same are no score', async () => {
  const stated = await withAnswers(['4/5', '3 of 5', '5/5', '1/5', '4/5'].map((rating) => ({ rating })));
  expect(await stated.offer()).toMatchObject({ path: '/rating', least: 1, most: 5, of: 5 });
  const mixed = await withAnswers(['4/5', '3/10', '5/5', '1/5', '4/5'].map((rating) => ({ rating })));
  expect(await mixed.offer()).toBeNull();
  const others = await withAnswers(
    [1, 0, 1, 0, 1].map((passed, nth) => ({ passed, version: 2, minutes: 4 + nth, balance: nth - 9 })),
  );
  expect(await others.offer()).toBeNull();
});

test('no score is offered once a field is described, it was declined, or while results are covered', async () => {
  const { stores, workspaceId, offer, describe, cover, judge } = await withAnswers(scored([1, 2, 3, 4, 5]));
  expect(await offer()).not.toBeNull();
  await cover(true);
  for (const nth of [0, 1, 2, 3, 4]) await judge(`r${nth}`);
  expect(await offer()).toBeNull();
  await cover(false);
  const before = await describe('/overall_score', { headline: true, smallest: 0, largest: 5 });
  expect(await offer()).toBeNull();
  if (before) await stores.library.restore(workspaceId, [before]);
  expect(await offer()).not.toBeNull();
  await stores.library.declineScore(workspaceId, 'q', true);
  expect(await offer()).toBeNull();
  expect(await offer(null)).toBeNull();
  await stores.library.declineScore(workspaceId, 'q', false);
  expect(await offer()).not.toBeNull();
});

test('a pin says that no answer has anything in it, until one has, and nothing while results are covered', async () => {
  const { stores, workspaceId, describe, cover } = await withAnswers([{ fit: 4 }]);
  await describe('/fit', { headline: true });
  await describe('/never');
  const empty = async () =>
    (await stores.pins.list(workspaceId)).map(({ path, isEmpty }) => [path, isEmpty ?? false]);
  expect(await empty()).toEqual([
    ['/fit', false],
    ['/never', true],
  ]);
  await cover(true);
  expect((await empty()).map(([, isEmpty]) => isEmpty)).toEqual([false, false]);
});
