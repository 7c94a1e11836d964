import { lastCall } from './call-timeline.ts';
import { type ComparedField, type ComparedValue, comparedFields } from './comparison-values.ts';
import { type DescribedValue, describedValue, goodnessOf } from './described-field.ts';
import type { RequestDetail } from './request.ts';
import { colleagueLines } from './words/outcome-words.ts';

/** Requests side by side: fields as rows, candidates as columns. */

/** The rows compared besides the assessment, in order. */
const FACTS = [
  'outcome',
  'headline',
  'verdict',
  'tags',
  'notes',
  'colleagues',
  'calls',
  'lastCall',
  'job',
  'questionnaire',
  'accepted',
  'by',
] as const;
export type Fact = (typeof FACTS)[number];

/** Labels of the facts on screen and on paper. */
export const FACT_WORDS: Readonly<Record<Fact, string>> = {
  outcome: 'Outcome',
  headline: 'Score',
  verdict: 'Verdict',
  tags: 'Tags',
  notes: 'Notes',
  colleagues: 'Colleagues',
  calls: 'Calls',
  lastCall: 'Last call',
  job: 'Job description',
  questionnaire: 'Questionnaire',
  accepted: 'Accepted',
  by: 'By',
};

interface ComparedFact {
  readonly fact: Fact;
  readonly differs: boolean;
}

/** A field of the assessments; every array has one element per candidate. */
export interface ComparedRow {
  /** RFC 6901 pointer, see assessment-paths.ts. */
  readonly path: string;
  readonly label: string;
  /** The question, skill or list index that the field belongs to. */
  readonly entry: string | null;
  /** null for a result without the field. */
  readonly values: readonly (ComparedValue | null)[];
  readonly differs: boolean;
  /** Each candidate's value on the scale a person described; null without a description. */
  readonly described: readonly (DescribedValue | null)[];
  /** True for the best values on the described scale, if some are worse. */
  readonly best: readonly boolean[];
}

/** Rows under one heading; the first section, for top-level fields, has none. */
export interface ComparedSection {
  readonly headings: readonly string[];
  readonly rows: readonly ComparedRow[];
}

interface Comparison {
  readonly facts: readonly ComparedFact[];
  readonly sections: readonly ComparedSection[];
}

/** Compares requests side by side. Rows are in the order of the first result that has the field. */
export function compare(requests: readonly RequestDetail[]): Comparison {
  // Only where any has said, or submitted, something.
  const facts = FACTS.filter(
    (fact) => !isOfColleagues(fact) || requests.some((each) => factOf(each, fact) !== ''),
  );
  return {
    facts: facts.map((fact) => ({ fact, differs: differ(requests.map((each) => factOf(each, fact))) })),
    sections: sectionsOf(requests),
  };
}

function isOfColleagues(fact: Fact): boolean {
  return fact === 'colleagues' || fact === 'by';
}

/** A key that is equal for requests with the same fact. */
function factOf(request: RequestDetail, fact: Fact): string {
  switch (fact) {
    case 'outcome':
      return JSON.stringify([request.outcome, request.tries, request.outcome === 'other' && request.status]);
    case 'headline':
      return request.headline ?? '';
    case 'verdict':
      return request.verdict;
    case 'tags':
      return JSON.stringify(request.tags);
    case 'notes':
      return request.notes.trim();
    case 'colleagues':
      return colleagueLines(request).join('\n');
    case 'calls':
      return String(request.callCount);
    case 'lastCall': {
      // Compare how the call went, not when: the time always differs and says nothing about a candidate.
      const last = lastCall(request.screeningCalls);
      return JSON.stringify(last ? [last.durationMinutes, last.status] : null);
    }
    case 'job':
      return request.jobDescriptionId;
    case 'questionnaire':
      return request.questionnaireTemplateId;
    case 'accepted':
      return new Date(request.acceptedAt).toDateString();
    case 'by':
      return request.by ?? '';
  }
}

function differ(values: readonly string[]): boolean {
  return values.some((value) => value !== values[0]);
}

interface GrowingRow {
  readonly field: ComparedField;
  readonly values: (ComparedValue | null)[];
}

function sectionsOf(requests: readonly RequestDetail[]): readonly ComparedSection[] {
  const sections = new Map<string, { headings: readonly string[]; rows: Map<string, GrowingRow> }>();
  for (const [place, { assessmentResults }] of requests.entries()) {
    for (const field of comparedFields(assessmentResults)) {
      const key = JSON.stringify(field.headings);
      const section = sections.get(key) ?? { headings: field.headings, rows: new Map() };
      sections.set(key, section);
      const row = section.rows.get(field.path) ?? { field, values: requests.map(() => null) };
      section.rows.set(field.path, row);
      row.values[place] = field.value;
    }
  }
  return [...sections.values()].map(({ headings, rows }) => ({
    headings,
    rows: [...rows.values()].map((row) => rowOf(row, requests)),
  }));
}

function rowOf(
  { field: { path, label, entry }, values }: GrowingRow,
  requests: readonly RequestDetail[],
): ComparedRow {
  const described = requests.map((request) => {
    const field = request.described.find((each) => each.path === path);
    return (field && describedValue(request.assessmentResults, field)) ?? null;
  });
  return {
    path,
    label,
    entry,
    values,
    differs: differ(values.map((value) => (value === null ? '' : JSON.stringify(value)))),
    described,
    best: bestOf(values, described, requests),
  };
}

/**
 * Marks the best values, but only if a person described the scale and all values come from one questionnaire and lie on
 * that scale: otherwise nothing tells which value is better.
 */
function bestOf(
  values: readonly (ComparedValue | null)[],
  described: readonly (DescribedValue | null)[],
  requests: readonly RequestDetail[],
): readonly boolean[] {
  const questionnaires = new Set(
    requests.filter((_, place) => values[place] !== null).map((each) => each.questionnaireTemplateId),
  );
  const goodness = described.map((each) =>
    each?.scaled && each.scaled.better !== null ? goodnessOf(each.scaled) : undefined,
  );
  const known = goodness.filter((each) => each !== undefined);
  const highest = Math.max(...known);
  const comparable =
    questionnaires.size === 1 && known.length === values.filter((value) => value !== null).length;
  const decided = comparable && known.some((each) => each < highest);
  return goodness.map((each) => decided && each === highest);
}
