import { type LeafPart, readLeaf } from './assessment-leaf.ts';
import { namesChance, namesDecision, namesOverall, readableName, wordsOf } from './assessment-names.ts';
import { isList, isObject, isPlain, type JsonObject, keysOf } from './assessment-paths.ts';
import { innerFields } from './assessment-pins.ts';
import { type Score, shortNumber } from './assessment-scale.ts';
import { type AssessmentField, assessmentOf, isEmptyAssessment, partOf } from './assessment-shape.ts';
import { yesOrNoAbroad } from './assessment-words-abroad.ts';
import type { Json } from './request.ts';

export interface Headline {
  /** At most 60 characters. */
  readonly text: string;
  /** 0 to 1 for what has a score: comparable between results of any shape. */
  readonly rank: number | null;
}

const LONGEST = 60;
/** A decision is a word or a few; a longer text is an explanation. */
const LONGEST_DECISION = 40;
/** Fields that are looked at; a headline is near the top or not at all. */
const MOST_FIELDS = 300;
/** Levels that are looked at: the scores of a list of competencies may stand four below the top. */
const MOST_DEPTH = 5;

/**
 * An assessment in a few words: its overall score and its recommendation, whichever there are ("4.2 of 5 · Hire");
 * else the mean of its scores, else what it says first. null for an assessment that says nothing.
 */
export function assessmentHeadline(results: Json | undefined): Headline | null {
  if (results === undefined || isEmptyAssessment(results)) return null;
  const root = assessmentOf(results);
  if (isPlain(results)) return plainHeadline(root);
  const fields = nearFields(root);
  const overall = overallScore(fields);
  const decision = decisionIn(fields);
  const score = overall ?? (decision === undefined ? meanScore(fields) : undefined);
  const words = [score?.text, decision].filter((text) => text !== undefined);
  if (words.length > 0) return headline(words.join(' · '), score?.rank ?? null);
  return headline(firstWords(fields, results), null);
}

function headline(text: string, rank: number | null): Headline {
  const line = text
    .slice(0, 4 * LONGEST)
    .replace(/\s+/g, ' ')
    .trim();
  const letters = [...line];
  const short = letters.length <= LONGEST && line.length <= LONGEST ? line : cut(letters);
  return { text: short, rank };
}

/** Whole letters only, and never more than fit with the ellipsis. */
function cut(letters: readonly string[]): string {
  let text = '';
  for (const letter of letters) {
    if (text.length + letter.length > LONGEST - 1) break;
    text += letter;
  }
  return `${text.trimEnd()}…`;
}

interface NearField {
  readonly field: AssessmentField;
  readonly part: LeafPart;
  /** 0 for what stands at the top. */
  readonly depth: number;
  /** The group around it. */
  readonly inside: string;
  /** One of many alike: in a list or table. */
  readonly listed: boolean;
}

/** Plain fields at the top and in the groups below, those at the top first. */
function nearFields(root: AssessmentField): readonly NearField[] {
  const found: NearField[] = [];
  let level: readonly { group: AssessmentField; listed: boolean }[] = [{ group: root, listed: false }];
  for (let depth = 0; depth < MOST_DEPTH && level.length > 0; depth += 1) {
    const next: { group: AssessmentField; listed: boolean }[] = [];
    for (const { group, listed: around } of level) {
      const listed = around || isMany(group);
      for (const field of innerFields(group).slice(0, MOST_FIELDS)) {
        if (found.length + next.length >= MOST_FIELDS) return found;
        if (!isPlain(field.value)) next.push({ group: field, listed });
        else found.push({ field, part: leafOf(field), depth, inside: group.name, listed });
      }
    }
    level = next;
  }
  return found;
}

function isMany(group: AssessmentField): boolean {
  const { kind } = partOf(group, 1);
  return kind === 'list' || kind === 'table' || kind === 'transcript';
}

function leafOf(field: AssessmentField): LeafPart {
  return readLeaf(field.name, isPlain(field.value) ? (field.value ?? null) : null, field.scale);
}

interface ScoreWords {
  readonly text: string;
  readonly rank: number;
}

function scoreWords(part: LeafPart): ScoreWords | undefined {
  if (part.kind === 'grade') return { text: `Grade ${part.text}`, rank: part.rank };
  return part.kind === 'score' ? { text: ofScale(part), rank: shareOf(part) } : undefined;
}

function ofScale({ value, scale }: Score): string {
  return `${shortNumber(value)} of ${shortNumber(scale.max)}`;
}

function shareOf({ value, scale }: Score): number {
  return Math.min(1, Math.max(0, value / scale.max));
}

/** The first that sums up: `overall_score`, `total`, `score`, or the score of a group that is called so. */
function overallScore(fields: readonly NearField[]): ScoreWords | undefined {
  const scores = fields.filter(
    ({ part, listed }) => !listed && (part.kind === 'score' || part.kind === 'grade'),
  );
  const best =
    scores.find(({ field, depth }) => isSum(field.name) && depth === 0) ??
    scores.find(({ field, inside }) => isSum(field.name) || isSum(inside)) ??
    scores.find(({ field, depth }) => depth === 0 && namesOverall(field.name)) ??
    scores.find(({ inside, depth }) => depth === 1 && namesOverall(inside));
  return best && scoreWords(best.part);
}

function isSum(name: string): boolean {
  return /\b(?:overall|total|final|aggregate|composite|average|summary)\b/.test(wordsOf(name));
}

/** What the service recommends, as it wrote it; a yes or no with its name. */
function decisionIn(fields: readonly NearField[]): string | undefined {
  for (const { field, part, inside, listed } of fields) {
    const named = namesDecision(field.name);
    if (listed || !(named || namesDecision(inside))) continue;
    const yes = named ? yesIn(part) : undefined;
    const label = readableName(field.name).replace(/\s*\?$/, '');
    if (yes !== undefined) return yes ? label : `${label}: no`;
    if (isWord(part) && (named || /^(?:value|label|text|status|answer)$/.test(wordsOf(field.name)))) {
      return readableWord(part.text);
    }
  }
  return undefined;
}

function yesIn(part: LeafPart): boolean | undefined {
  if (part.kind === 'yes_no') return part.yes;
  if (part.kind !== 'text') return undefined;
  if (!/^\s*(?:yes|no|true|false)\s*$/i.test(part.text)) return yesOrNoAbroad(part.text);
  return /^\s*(?:yes|true)\s*$/i.test(part.text);
}

function isWord(part: LeafPart): part is Extract<LeafPart, { kind: 'text' }> {
  return part.kind === 'text' && part.text.trim().length <= LONGEST_DECISION && !part.text.includes('\n');
}

/** `STRONG_HIRE` as `Strong hire`; what was written for people stays. */
function readableWord(text: string): string {
  const word = text.trim();
  if (!/^[A-Za-z]+(?:[_-][A-Za-z]+)*$/.test(word)) return word;
  const words = word.replace(/[_-]+/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The mean of the scores nearest to the top. */
function meanScore(fields: readonly NearField[]): ScoreWords | undefined {
  const every = fields.filter(({ part }) => part.kind === 'score');
  // How sure the service is of something says little of the candidate.
  const telling = every.filter(({ field }) => !namesChance(field.name));
  const chances = every.filter(({ listed }) => !listed);
  const all = (telling.length > 0 ? telling : chances).flatMap(({ part, depth }) =>
    part.kind === 'score' ? [{ ...part, depth }] : [],
  );
  const nearest = all.reduce((least, { depth }) => Math.min(least, depth), Number.POSITIVE_INFINITY);
  const scores = all.filter(({ depth }) => depth === nearest);
  const first = scores[0];
  if (!first)
    return scoreWords(fields.find(({ part }) => part.kind === 'grade')?.part ?? { kind: 'nothing' });
  if (scores.length === 1) return scoreWords(first);
  const rank = scores.reduce((sum, score) => sum + shareOf(score), 0) / scores.length;
  const alike = scores.every(({ scale }) => scale.max === first.scale.max);
  const scale = alike ? first.scale : { max: 100, guessed: true };
  return { text: `${ofScale({ value: rank * scale.max, scale })} on average`, rank };
}

function plainHeadline(root: AssessmentField): Headline {
  const part = leafOf(root);
  const score = scoreWords(part);
  if (score) return headline(score.text, score.rank);
  return headline(part.kind === 'yes_no' ? (part.yes ? 'Yes' : 'No') : String(root.value), null);
}

/** What an assessment without scores says first. */
function firstWords(fields: readonly NearField[], results: Json): string {
  const texts = fields.filter(({ part }) => part.kind === 'text');
  const summary = texts.find(({ field }) =>
    /\b(?:summary|overview|conclusion|headline|assessment)\b/.test(wordsOf(field.name)),
  );
  if (summary) return valueWords(summary);
  const first = fields.find(({ listed, part }) => !listed && !OF_LITTLE_USE.has(part.kind));
  return first ? `${first.field.label}: ${valueWords(first)}` : counted(results);
}

const OF_LITTLE_USE: ReadonlySet<LeafPart['kind']> = new Set(['nothing', 'data', 'date', 'link']);

function valueWords({ field, part }: NearField): string {
  return part.kind === 'yes_no' ? (part.yes ? 'yes' : 'no') : String(field.value).slice(0, 2 * LONGEST);
}

/** What can only be counted; a short list says itself. */
function counted(results: Json): string {
  if (isObject(results)) return namesIn(results) || countOf(keysOf(results).length, 'field', 'fields');
  if (!isList(results)) return '';
  const plain = results.length <= 20 && results.every((value) => isPlain(value) && value !== null);
  return plain ? results.join(', ').slice(0, 4 * LONGEST) : countOf(results.length, 'entry', 'entries');
}

/** What there is, by name: `Transcript, Answers`. */
function namesIn(group: JsonObject): string {
  return keysOf(group)
    .slice(0, 20)
    .filter((key) => !isEmptyAssessment(group[key]))
    .map(readableName)
    .join(', ');
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
