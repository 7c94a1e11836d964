import type { Scale } from './assessment-scale.ts';
import { type ComparedField, type ComparedValue, comparedFields } from './comparison-values.ts';
import type { Json, RequestDetail } from './request.ts';

/** Requests side by side: fields as rows, candidates as columns. */

/** So few there must be to compare. */
export const LEAST_COMPARED = 2;
/** So many have room beside each other. */
export const MOST_COMPARED = 6;

/** What is compared besides the assessment, in the order of the rows. */
export const FACTS = [
  'status',
  'headline',
  'verdict',
  'tags',
  'notes',
  'calls',
  'lastCall',
  'job',
  'questionnaire',
  'accepted',
] as const;
export type Fact = (typeof FACTS)[number];

/** A fact as it is called on screen and on paper. */
export const FACT_WORDS: Readonly<Record<Fact, string>> = {
  status: 'Status',
  headline: 'Headline',
  verdict: 'Verdict',
  tags: 'Tags',
  notes: 'Notes',
  calls: 'Calls',
  lastCall: 'Last call',
  job: 'Job description',
  questionnaire: 'Questionnaire',
  accepted: 'Accepted',
};

export interface ComparedFact {
  readonly fact: Fact;
  /** Not the same for all. */
  readonly differs: boolean;
}

/** A field of the assessments; every array has a place for each candidate. */
export interface ComparedRow {
  /** RFC 6901 pointer, see assessment-paths.ts. */
  readonly path: string;
  readonly label: string;
  /** The question, skill or place in a list that the field belongs to. */
  readonly entry: string | null;
  /** null where a result lacks the field. */
  readonly values: readonly (ComparedValue | null)[];
  readonly differs: boolean;
  /** Of scores and grades: no other is better, and some are worse. */
  readonly best: readonly boolean[];
}

/** Rows under one heading; the first section, of what stands at the top of the results, has none. */
export interface ComparedSection {
  readonly headings: readonly string[];
  readonly rows: readonly ComparedRow[];
}

export interface Comparison {
  readonly facts: readonly ComparedFact[];
  readonly sections: readonly ComparedSection[];
}

/** Lays requests beside each other. The order of rows is that of the first result which has the field. */
export function compare(requests: readonly RequestDetail[]): Comparison {
  return {
    facts: FACTS.map((fact) => ({ fact, differs: differ(requests.map((each) => factOf(each, fact))) })),
    sections: sectionsOf(requests.map(({ assessmentResults }) => assessmentResults)),
  };
}

/** What makes a fact the same as another's. */
function factOf(request: RequestDetail, fact: Fact): string {
  switch (fact) {
    case 'status':
      return request.status;
    case 'headline':
      return request.headline ?? '';
    case 'verdict':
      return request.verdict;
    case 'tags':
      return JSON.stringify(request.tags);
    case 'notes':
      return request.notes.trim();
    case 'calls':
      return String(request.callCount);
    case 'lastCall': {
      // How it went. When it was is never the same, and says nothing about a candidate.
      const last = request.screeningCalls.at(-1);
      return JSON.stringify(last ? [last.durationMinutes, last.status] : null);
    }
    case 'job':
      return request.jobDescriptionId;
    case 'questionnaire':
      return request.questionnaireTemplateId;
    case 'accepted':
      return new Date(request.acceptedAt).toDateString();
  }
}

function differ(values: readonly string[]): boolean {
  return values.some((value) => value !== values[0]);
}

interface GrowingRow {
  readonly field: ComparedField;
  readonly values: (ComparedValue | null)[];
}

function sectionsOf(results: readonly (Json | undefined)[]): readonly ComparedSection[] {
  const sections = new Map<string, { headings: readonly string[]; rows: Map<string, GrowingRow> }>();
  for (const [place, result] of results.entries()) {
    for (const field of comparedFields(result)) {
      const key = JSON.stringify(field.headings);
      const section = sections.get(key) ?? { headings: field.headings, rows: new Map() };
      sections.set(key, section);
      const row = section.rows.get(field.path) ?? { field, values: results.map(() => null) };
      section.rows.set(field.path, row);
      row.values[place] = field.value;
    }
  }
  return [...sections.values()].map(({ headings, rows }) => ({
    headings,
    rows: [...rows.values()].map(rowOf),
  }));
}

function rowOf({ field: { path, label, entry }, values: read }: GrowingRow): ComparedRow {
  const values = onOneScale(read);
  return {
    path,
    label,
    entry,
    values,
    differs: differ(values.map(essenceOf)),
    best: bestOf(values),
  };
}

/** A guess from one result alone is too small where another reaches higher: the widest holds for all that are guessed. */
function onOneScale(values: readonly (ComparedValue | null)[]): readonly (ComparedValue | null)[] {
  const scales = values.flatMap((value) => (value?.kind === 'score' ? [value.scale] : []));
  const widest = scales.reduce<Scale | undefined>(
    (most, scale) => (!most || scale.max > most.max ? scale : most),
    undefined,
  );
  if (!widest) return values;
  return values.map((value) =>
    value?.kind === 'score' && value.scale.guessed ? { ...value, scale: widest } : value,
  );
}

/** What makes a value the same as another: not the scale it was read against. */
function essenceOf(value: ComparedValue | null): string {
  if (value === null) return '';
  return value.kind === 'score' ? `score ${value.value}` : JSON.stringify(value);
}

/** How good a value is, 0 to 1; undefined for what is neither score nor grade. */
function goodnessOf(value: ComparedValue | null): number | undefined {
  if (value?.kind === 'score') return value.value / value.scale.max;
  return value?.kind === 'grade' ? value.rank : undefined;
}

function bestOf(values: readonly (ComparedValue | null)[]): readonly boolean[] {
  const goodness = values.map(goodnessOf);
  const known = goodness.filter((each) => each !== undefined);
  const highest = Math.max(...known);
  // A value that is no score beside scores, or the same everywhere: nobody is ahead.
  const comparable = known.length === values.filter((value) => value !== null).length;
  const decided = comparable && known.some((each) => each < highest);
  return goodness.map((each) => decided && each === highest);
}
