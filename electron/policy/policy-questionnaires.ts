import { z } from 'zod';
import type { DescribedField } from '../../shared/described-field.ts';
import { problem } from '../../shared/input-problems.ts';
import { describedField, describedFields, libraryLabel, MAX_DESCRIBED } from '../../shared/library.ts';
import { isObject } from '../../shared/parse-json.ts';
import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { readSafely } from '../../shared/read-safely.ts';
import { INVALID, problemsOf, readMember, unknownKeys } from './policy-text.ts';

export const MAX_POLICY_QUESTIONNAIRES = 500;

const { shape: label } = libraryLabel;

const policyDescribedField = describedField.strict();

/** A questionnaire as an entry of a Library file (shared/library-file.ts), of which a policy uses the ID and the fields. */
const policyQuestionnaire = z
  .strictObject({
    kind: z.literal('questionnaire').optional(),
    id: label.serviceId.describe('The ID of the questionnaire.'),
    name: label.name.describe('Not used: people name their questionnaires themselves.'),
    note: label.note.describe('Not used.'),
    default_questionnaire: z.null().optional().describe('Not used.'),
    archived: z.boolean().optional().describe('Not used.'),
    fields: z
      .array(policyDescribedField)
      .max(MAX_DESCRIBED)
      .describe(
        'What its results mean: each path with a label and, where there is one, a scale (smallest, largest), which end is better, whether it is the headline, and whether it may be seen before a verdict (cover: open).',
      ),
  })
  .describe('A questionnaire, written as in a Library file.');

/** The published schema of this part. */
export const policyQuestionnaires = z
  .array(policyQuestionnaire)
  .max(MAX_POLICY_QUESTIONNAIRES)
  .describe(
    'What the results of these questionnaires mean, in every workspace: the entries of an exported Library file. People can not change it.',
  );

interface QuestionnaireMeaning {
  readonly id: string;
  readonly fields: readonly DescribedField[];
}

/** What a policy says about the results of questionnaires. */
export interface JudgedQuestionnaires {
  /** Those that it describes, each with the fields that can be read. */
  readonly described: readonly QuestionnaireMeaning[];
  /** Those that it names, but of which none of its fields can be told. */
  readonly unclear: readonly string[];
  /** False if it may describe others, because something in the policy is wrong. */
  readonly complete: boolean;
}

export const NO_QUESTIONNAIRES: JudgedQuestionnaires = { described: [], unclear: [], complete: true };

/** Those of a policy that can't be read at all. */
export const QUESTIONNAIRES_UNREAD: JudgedQuestionnaires = { ...NO_QUESTIONNAIRES, complete: false };

const KEY = 'questionnaires';

/**
 * Validates a policy's `questionnaires` field by field, and adds their problems. Of what contradicts, neither counts: fields
 * with the same path, two headlines, and a questionnaire that is there twice.
 */
export function judgeQuestionnaires(
  document: Record<string, unknown>,
  problems: PolicyProblem[],
): JudgedQuestionnaires {
  if (!Object.hasOwn(document, KEY)) return NO_QUESTIONNAIRES;
  const list = document[KEY];
  if (!Array.isArray(list)) {
    problems.push(policyProblem(KEY, list === null ? 'value_empty' : 'not_a_list'));
    return QUESTIONNAIRES_UNREAD;
  }
  if (list.length > MAX_POLICY_QUESTIONNAIRES) {
    problems.push(policyProblem(KEY, 'too_many_questionnaires', { most: MAX_POLICY_QUESTIONNAIRES }));
  }
  const entries = list
    .slice(0, MAX_POLICY_QUESTIONNAIRES)
    .flatMap((entry: unknown, at) => judgeEntry(entry, `${KEY}[${at}]`, problems));
  const places = new Map<string, string>();
  const twice = new Set<string>();
  for (const { id, where } of entries) {
    const first = places.get(id);
    if (first === undefined) places.set(id, where);
    else {
      twice.add(id);
      problems.push(policyProblem(where, 'questionnaire_twice', { first }));
    }
  }
  const isClear = ({ id, fields }: Entry) => fields !== undefined && !twice.has(id);
  return {
    described: entries.filter(isClear).map(({ id, fields = [] }) => ({ id, fields })),
    unclear: [...new Set(entries.filter((entry) => !isClear(entry)).map(({ id }) => id))],
    complete: true,
  };
}

interface Entry {
  readonly id: string;
  readonly where: string;
  /** Undefined if they are missing, or no list. */
  readonly fields: readonly DescribedField[] | undefined;
}

/** A list of the one entry; an empty one if not even its ID can be told. */
function judgeEntry(entry: unknown, where: string, problems: PolicyProblem[]): Entry[] {
  if (!isObject(entry)) {
    problems.push(policyProblem(where, 'not_an_object'));
    return [];
  }
  const { shape } = policyQuestionnaire;
  problems.push(...unknownKeys(entry, where, Object.keys(shape)));
  const kind = readMember(entry, 'kind', shape.kind, problems, where);
  readMember(entry, 'name', shape.name, problems, where);
  readMember(entry, 'note', shape.note, problems, where);
  readMember(entry, 'archived', shape.archived, problems, where);
  // Exported files have it as null.
  if (entry['default_questionnaire'] !== null) {
    readMember(entry, 'default_questionnaire', shape.default_questionnaire, problems, where);
  }
  const id = readMember(entry, 'id', shape.id, problems, where);
  if (id === undefined) problems.push(policyProblem(`${where}.id`, 'value_missing'));
  if (typeof id !== 'string' || kind === INVALID) return [];
  return [{ id, where, fields: judgeFields(entry['fields'], `${where}.fields`, problems) }];
}

function judgeFields(
  list: unknown,
  where: string,
  problems: PolicyProblem[],
): readonly DescribedField[] | undefined {
  if (!Array.isArray(list)) {
    problems.push(policyProblem(where, list === undefined ? 'value_missing' : 'not_a_list'));
    return undefined;
  }
  if (list.length > MAX_DESCRIBED) {
    problems.push({ where, ...problem('too_many_described', { most: MAX_DESCRIBED }) });
  }
  const read = list.slice(0, MAX_DESCRIBED).flatMap((each: unknown, at) => {
    const place = `${where}[${at}]`;
    const { success, data, error } = readSafely(policyDescribedField, each);
    if (success) return [{ place, field: data }];
    problems.push(...problemsOf(error, place, policyDescribedField));
    return [];
  });
  return withoutContradictions(read, problems);
}

interface PlacedField {
  readonly place: string;
  readonly field: DescribedField;
}

function withoutContradictions(read: readonly PlacedField[], problems: PolicyProblem[]): DescribedField[] {
  const headlines = read.filter(({ field }) => field.headline);
  if (headlines.length > 1) {
    for (const { place } of headlines)
      problems.push({ where: `${place}.headline`, ...problem('two_headlines') });
  }
  return read.flatMap(({ place, field }) => {
    if (read.some((other) => other.place !== place && other.field.path === field.path)) {
      problems.push({ where: `${place}.path`, ...problem('described_twice') });
      return [];
    }
    return [headlines.length > 1 ? { ...field, headline: false } : field];
  });
}

/** A policy's effect on what results mean. What people described is kept underneath, for when the policy is removed. */
interface MeaningOverlay {
  /** The questionnaires that it describes; a field that is missing here is described by nobody. */
  readonly described: readonly QuestionnaireMeaning[];
  /** Nobody can describe any other questionnaire either: it can't be read which ones the policy describes. */
  readonly locked: boolean;
}

/** Described fields as JSON, by the ID of their questionnaire. */
type LastMeaning = Readonly<Record<string, unknown>>;

/** What holds under a policy. `last`: what the last policies said, which still holds where this one can't be read. */
export function meaningOverlay(judged: JudgedQuestionnaires, last: LastMeaning): MeaningOverlay {
  const remembered = meaningToRemember(judged, last);
  // A questionnaire whose description can't be told has none: what a person said of it could uncover results.
  const untold = judged.unclear.filter((id) => !Object.hasOwn(remembered, id));
  return {
    described: [
      ...Object.entries(remembered).map(([id, fields]) => ({ id, fields })),
      ...untold.map((id) => ({ id, fields: [] })),
    ],
    locked: !judged.complete,
  };
}

/** What this policy says; where it can't be read, what earlier ones said. */
export function meaningToRemember(
  { described, unclear, complete }: JudgedQuestionnaires,
  last: LastMeaning,
): Readonly<Record<string, QuestionnaireMeaning['fields']>> {
  const earlier = Object.entries(last).flatMap(([id, json]) => {
    const { success, data } = readSafely(describedFields, json);
    return success && (!complete || unclear.includes(id)) ? [[id, data] as const] : [];
  });
  const told = described.map(({ id, fields }) => [id, fields] as const);
  return Object.fromEntries([...earlier, ...told]);
}
