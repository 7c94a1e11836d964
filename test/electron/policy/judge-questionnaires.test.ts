import { expect, test } from 'vitest';
import { judgePolicy, unreadablePolicy } from '../../../electron/policy/judge-policy.ts';
import {
  MAX_POLICY_QUESTIONNAIRES,
  meaningOverlay,
  meaningToRemember,
} from '../../../electron/policy/policy-questionnaires.ts';
import { libraryFileText } from '../../../electron/reports/exported-lists.ts';
import type { DescribedField } from '../../../shared/described-field.ts';
import { MAX_DESCRIBED } from '../../../shared/library.ts';
import { policyProblem } from '../../../shared/policy.ts';
import { policyWords } from '../../../shared/words/policy-words.ts';

const OVERALL: DescribedField = {
  ...{ path: '/overall', label: 'Overall', smallest: 0, largest: 5 },
  ...{ better: 'higher', headline: true, cover: 'covered' },
};
const RISK = { path: '/risk', label: 'Risk' };
const FULL_RISK: DescribedField = {
  ...{ ...RISK, smallest: null, largest: null, better: null },
  ...{ headline: false, cover: 'covered' },
};
const described = (questionnaires: unknown) => judgePolicy({ questionnaires }).questionnaires.described;
const problemsOf = (questionnaires: unknown) =>
  judgePolicy({ questionnaires }).problems.map(({ where, code }) => `${where}: ${code}`);

test('a policy takes the entries of an exported Library file as they are', () => {
  const file = libraryFileText(
    [
      {
        ...{ kind: 'questionnaire', serviceId: 'q', name: 'General', note: 'Ours', archived: false },
        ...{ defaultQuestionnaireId: null, fields: [OVERALL, FULL_RISK] },
      },
    ],
    'json',
  );
  const policy = judgePolicy({ questionnaires: JSON.parse(file).entries });
  expect(policy.problems).toEqual([]);
  expect(policy.questionnaires).toEqual({
    described: [{ id: 'q', fields: [OVERALL, FULL_RISK] }],
    unclear: [],
    complete: true,
  });
});

test('what is left out of a field has no scale, is no headline, and stays covered', () => {
  expect(described([{ id: ' q ', fields: [RISK] }])).toEqual([{ id: 'q', fields: [FULL_RISK] }]);
});

test('of a field that is wrong, only that field is not described, and its place is named', () => {
  const wrong = [
    { ...RISK, path: '/a', smallest: 5, largest: 1 },
    { ...RISK, path: '/b', better: 'higher' },
    { ...RISK, path: '/c', cover: 'seen' },
    { ...RISK, path: '/d', largets: 5 },
    { path: '/e' },
    'f',
  ];
  const questionnaires = [{ id: 'q', fields: [OVERALL, ...wrong] }];
  expect(described(questionnaires)).toEqual([{ id: 'q', fields: [OVERALL] }]);
  expect(problemsOf(questionnaires)).toEqual([
    'questionnaires[0].fields[1].largest: range_reversed',
    'questionnaires[0].fields[2].smallest: range_missing',
    'questionnaires[0].fields[3].cover: none_of',
    'questionnaires[0].fields[4].largets: unknown_name',
    'questionnaires[0].fields[5].label: value_missing',
    'questionnaires[0].fields[6]: of_another_kind',
  ]);
});

test('of two headlines neither is one, and of two descriptions of a field neither counts', () => {
  const two = [OVERALL, { ...RISK, headline: true }];
  expect(described([{ id: 'q', fields: two }])).toEqual([
    { id: 'q', fields: [{ ...OVERALL, headline: false }, FULL_RISK] },
  ]);
  expect(problemsOf([{ id: 'q', fields: two }])).toEqual([
    'questionnaires[0].fields[0].headline: two_headlines',
    'questionnaires[0].fields[1].headline: two_headlines',
  ]);
  const twice = [{ ...RISK, cover: 'open' }, OVERALL, RISK];
  expect(described([{ id: 'q', fields: twice }])).toEqual([{ id: 'q', fields: [OVERALL] }]);
  expect(problemsOf([{ id: 'q', fields: twice }])).toEqual([
    'questionnaires[0].fields[0].path: described_twice',
    'questionnaires[0].fields[2].path: described_twice',
  ]);
});

test('a questionnaire that is there twice, or has no list of fields, is as the last policy described it', () => {
  const { questionnaires, problems } = judgePolicy({
    questionnaires: [
      { id: 'a', fields: [RISK] },
      { id: 'b', fields: { ...RISK } },
      { id: 'a', fields: [OVERALL] },
      { id: 'c', fields: [OVERALL] },
    ],
  });
  expect(problems).toEqual([
    policyProblem('questionnaires[1].fields', 'not_a_list'),
    policyProblem('questionnaires[2]', 'questionnaire_twice', { first: 'questionnaires[0]' }),
  ]);
  const c = { id: 'c', fields: [OVERALL] };
  // Nothing a person described counts instead: it could uncover what the policy covers.
  expect(meaningOverlay(questionnaires, {})).toEqual({
    described: [c, { id: 'a', fields: [] }, { id: 'b', fields: [] }],
    locked: true,
  });
  const last = { a: [FULL_RISK], d: [FULL_RISK], e: 'damaged' };
  expect(meaningOverlay(questionnaires, last).described).toEqual([
    { id: 'a', fields: [FULL_RISK] },
    { id: 'd', fields: [FULL_RISK] },
    c,
    { id: 'b', fields: [] },
  ]);
  expect(meaningToRemember(questionnaires, last)).toEqual({ a: [FULL_RISK], d: [FULL_RISK], c: [OVERALL] });
});

test('while anything in a policy is wrong, what the last one described still counts and nobody can change any', () => {
  const last = { q: [OVERALL] };
  const held = { described: [{ id: 'q', fields: [OVERALL] }], locked: true };
  for (const document of [{ questionaires: [] }, { questionnaires: null }, { questionnaires: {} }]) {
    expect(meaningOverlay(judgePolicy(document).questionnaires, last)).toEqual(held);
  }
  const unread = unreadablePolicy(policyProblem('', 'not_text')).questionnaires;
  expect(meaningOverlay(unread, last)).toEqual(held);
  expect(meaningOverlay(judgePolicy({}).questionnaires, last)).toEqual({ described: [], locked: false });
});

test('entries that are no questionnaires, and more than a policy may have, are named', () => {
  const job = { kind: 'job_description', id: 'j', fields: [] };
  expect(problemsOf([job, 'q', { fields: [] }, { id: '', fields: [] }, { id: 'q', field: [] }])).toEqual([
    'questionnaires[0].kind: none_of',
    'questionnaires[1]: not_an_object',
    'questionnaires[2].id: value_missing',
    'questionnaires[3].id: id_missing',
    'questionnaires[4].field: unknown_name',
    'questionnaires[4].fields: value_missing',
  ]);
  const many = Array.from({ length: MAX_POLICY_QUESTIONNAIRES + 1 }, (_, at) => ({
    id: `q${at}`,
    fields: [],
  }));
  expect(described(many)).toHaveLength(MAX_POLICY_QUESTIONNAIRES);
  expect(problemsOf(many)).toEqual(['questionnaires: too_many_questionnaires']);
  const fields = Array.from({ length: MAX_DESCRIBED + 1 }, (_, at) => ({ path: `/${at}`, label: 'L' }));
  expect(described([{ id: 'q', fields }])[0]?.fields).toHaveLength(MAX_DESCRIBED);
  const { problems } = judgePolicy({ questionnaires: [{ id: 'q', fields }] });
  expect(problems.map(policyWords)).toEqual(['Describe at most 50 fields.']);
});
