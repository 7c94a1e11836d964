import {
  DECISION_ABROAD,
  MOST_ABROAD,
  NO_SCORE_ABROAD,
  OVERALL_ABROAD,
  SCORE_ABROAD,
  SCORES_ABROAD,
} from './assessment-words-abroad.ts';

/** What the name of a result field gives away: the service says nothing about the fields (service-interface.md §2). */

/** Names are words, not texts: of what is longer the beginning is read and shown, characters. */
const LONGEST_NAME = 400;

/**
 * A name as separate words in lower case without accents: `overallScore`, `overall_score` and `OVERALL-SCORE` are
 * `overall score`, `Puntuación` is `puntuacion`.
 */
export function wordsOf(name: string): string {
  return remembered(wordsByName, name, (short) => withoutAccents(apart(short).toLowerCase()));
}

/** The results of a service have the same names again and again: what was made of the last ones is kept. */
const MOST_REMEMBERED = 1000;
const wordsByName = new Map<string, string>();
const readableByName = new Map<string, string>();

function remembered(known: Map<string, string>, name: string, make: (short: string) => string): string {
  const short = name.slice(0, LONGEST_NAME);
  const before = known.get(short);
  if (before !== undefined) return before;
  const made = make(short);
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(short, made);
  return made;
}

/** Of Latin letters alone: in other scripts a mark makes another letter. */
function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

/** A name as a person would write it: `overall_score` and `overallScore` become `Overall score`. */
export function readableName(name: string): string {
  const readableShort = remembered(readableByName, name, readable);
  return name.length > LONGEST_NAME ? `${readableShort}…` : readableShort;
}

function readable(name: string): string {
  const words = apart(name);
  if (words === '') return name;
  // A name with blanks was written for people.
  const written = words === words.toUpperCase() || /\s/.test(name.trim());
  const lower = written
    ? words
    : words.replace(/(?<!\p{Lu})\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

function apart(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const SCORE =
  /\b(?:scores?|ratings?|grades?|points|pts|stars|marks?|confidence|probability|likelihood|percent(?:age)?|percentile|pct|fit|match|level)\b/;
/** What is rated so often that the name says enough; `experience` and `notice` are years and weeks. */
const RATED =
  /^(?:overall )?(?:communication|clarity|fluency|pronunciation|grammar|vocabulary|listening|speaking|motivation|enthusiasm|energy|attitude|professionalism|teamwork|collaboration|leadership|ownership|problem solving|critical thinking|decision making|time management|adaptability|flexibility|reliability|empathy|rapport|relevance|coherence|accuracy|culture(?: add)?|technical(?: knowledge)?|soft skills?|language|english|creativity|initiative|impression|performance|overall)(?: skills?| abilit(?:y|ies)| proficiency| quality| impression| performance)?$/;
/** Never points of a scale, whatever else the name says: `score_id`, `passing_score`. */
const NO_SCORE =
  /\b(?:count|number of|num|ids?|rank|ranking|weight|weightage|weighting|at|date|version|threshold|cutoff|passing|pass mark|required|target|min|minimum|lowest|size|length|index)\b|^(?:matches|grades?|levels?) (?:total|found)$/;
/** Amounts of something else, unless the name goes on: `response_time_score` and `salary_fit` are scores. */
const AMOUNT =
  /\b(?:years?|months?|weeks?|days?|hours?|minutes?|mins?|seconds?|secs?|ms|age|ages|gpa|wpm|km|miles|distance|salary|salaries|wages?|pay|compensation|income|earnings|bonus|budget|revenue|amount|cost|costs|price|currency|hourly|rate|phone|mobile|tel|telephone|zip|postal|postcode|code|attempts?|tries|calls?|duration|timestamp|notice|tenure|period|availability|children|kids|dependents|employees|headcount|people|managed|words?|turns?|pauses?|fillers?|silences?|interruptions?|mistakes|errors|position|priority|order|sequence|page|number|no)\b|\btime$|^(?:(?:total|work|working|professional|relevant|prior|previous|job|combined) )*experience$|\bquestions?(?: (?:asked|answered|skipped|total))?$|\banswers?(?: (?:given|total|correct))?$|\b(?:answered|correct answers|languages|start|end)$/;
const EXPLICIT =
  /\b(?:scores?|ratings?|grades?|points|stars|marks?|percent(?:age)?|percentile|pct|fit|match)$/;
const MOST =
  /^(?:max|maximum|out of|scale|possible|scale max|max scale|points possible|(?:max|maximum|highest|possible|total possible) (?:scores?|points|ratings?|grades?|marks?)|(?:scores?|points|ratings?|grades?) (?:max|maximum|scale|out of|possible))$/;
const OVERALL = /\b(?:overall|total|final|aggregate|average|avg|mean|composite|combined|global|summary)\b/;
const DECISION =
  /\b(?:recommendation|recommended|recommend|verdict|outcome|decision|conclusion|result|disposition|hire|passed|pass|qualified|suitable|shortlist(?:ed)?|advance|next step)\b/;
const CONTAINER =
  /\b(?:scores|ratings|grades|points|marks|skills?|competenc(?:y|ies)|criteria|dimensions|traits|categories|evaluation|rubric|breakdown|assessment|subscores)\b/;
const MOMENT =
  /\b(?:at|on|date|time|timestamp|datetime|ts|epoch|since|until|deadline|created|updated|started|ended|finished|completed|submitted)$/;

/** A number of this name is a score: points of some scale. */
export function namesScore(name: string): boolean {
  const words = wordsOf(name);
  return (SCORE.test(words) || RATED.test(words) || SCORE_ABROAD.test(words)) && !saysNoScore(words);
}

/** A number of this name says what the scores beside it are measured against. */
export function namesMost(name: string): boolean {
  return saysMost(wordsOf(name));
}

function saysMost(words: string): boolean {
  return MOST.test(words) || MOST_ABROAD.test(words);
}

function saysNoScore(words: string): boolean {
  return NO_SCORE.test(words) || saysMost(words) || (saysAmount(words) && !EXPLICIT.test(words));
}

function saysAmount(words: string): boolean {
  return AMOUNT.test(words) || NO_SCORE_ABROAD.test(words);
}

/** A number of this name is something else than a score, even among scores. */
export function namesNoScore(name: string): boolean {
  return saysNoScore(wordsOf(name));
}

/** A text such as `3/4` under this name is a place, a day or a count, and no score. */
export function namesNoShare(name: string): boolean {
  return /\b(?:rank|ranking|ranked|position|place|page|attempts?|steps?|round|ratio|fraction|shifts?|dates?|days?|months?|range|pressure|progress|questions?|answered|salary|bonus|commission|notice|availability|available|hours|version|time|times|when|period|address|flat|id|number|code)\b/.test(
    wordsOf(name),
  );
}

/** What was reached, where a `total` beside it says of how many. */
export function namesReached(name: string): boolean {
  return /^(?:scores?|points|marks|stars|achieved|earned|obtained|reached|correct|value|actual|result)$/.test(
    wordsOf(name),
  );
}

/** A number of this name stands for something: an id, a year or a phone number has no thousands. */
export function namesCode(name: string): boolean {
  return /\b(?:ids?|years?|number|no|phone|mobile|tel|telephone|zip|zipcode|postal|postcode|plz|code|version|account|date|time|pin|jahr|ano)\b/.test(
    wordsOf(name),
  );
}

/** Sums the others up. */
export function namesOverall(name: string): boolean {
  const words = wordsOf(name);
  return (
    OVERALL.test(words) ||
    OVERALL_ABROAD.test(words) ||
    /^(?:score|rating|grade|result)$/.test(words) ||
    SCORE_ABROAD.exec(words)?.[0] === words
  );
}

/** Says what to do with the candidate. */
export function namesDecision(name: string): boolean {
  const words = wordsOf(name);
  return DECISION.test(words) || DECISION_ABROAD.test(words);
}

/** What a group of this name holds are scores, whatever each of them is called. */
export function namesScores(name: string): boolean {
  const words = wordsOf(name);
  return CONTAINER.test(words) || SCORES_ABROAD.test(words);
}

/** A number of this name may be a moment: seconds or milliseconds since 1970. */
export function namesMoment(name: string): boolean {
  return MOMENT.test(wordsOf(name));
}

export function namesPercent(name: string): boolean {
  return /\b(?:percent(?:age)?|percentile|pct|prozent)\b|%/.test(wordsOf(name));
}

/** Between 0 and 1 unless it is a percentage. */
export function namesChance(name: string): boolean {
  return /\b(?:confidence|probability|likelihood)\b/.test(wordsOf(name));
}

/** ms that one of the unit in the name lasts; undefined where the name has none. */
export function namedDuration(name: string): number | undefined {
  const words = wordsOf(name);
  if (/\b(?:ms|millis|milliseconds|msec)$/.test(words)) return 1;
  if (/\b(?:seconds|secs?|s)$/.test(words)) return 1000;
  if (/\b(?:minutes|mins?)$/.test(words)) return 60_000;
  return undefined;
}

const TITLES = [
  'question',
  'q',
  'prompt',
  'frage',
  'pregunta',
  'domanda',
  'pergunta',
  'skill',
  'competency',
  'criterion',
  'criteria',
  'dimension',
  'category',
  'trait',
  'metric',
  'topic',
  'name',
  'title',
  'label',
  'field',
  'key',
  'id',
];

/** The key by which the entries of a list are told apart, the likeliest first: `question` before `name` before `id`. */
export function titleKey(keys: readonly string[]): string | undefined {
  const words = new Map(keys.map((key) => [wordsOf(key), key]));
  for (const title of TITLES) {
    const found = words.get(title) ?? words.get(`${title} text`) ?? words.get(`${title} name`);
    if (found !== undefined) return found;
  }
  return undefined;
}
