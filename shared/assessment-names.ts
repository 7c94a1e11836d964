/** What the name of a result field gives away: the service says nothing about the fields (service-interface.md §2). */

const LONGEST_NAME = 400;

/** A name as separate words in lower case: `overallScore`, `overall_score` and `OVERALL-SCORE` are `overall score`. */
export function wordsOf(name: string): string {
  return apart(name.slice(0, LONGEST_NAME)).toLowerCase();
}

/** A name as a person would write it: `overall_score` and `overallScore` become `Overall score`. */
export function readableName(name: string): string {
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
  /\b(?:scores?|ratings?|grades?|points|stars|marks?|confidence|probability|likelihood|percent(?:age)?|percentile|pct|fit|match|level)\b/;
/** What is rated so often that the name says enough; `experience` and `notice` are years and weeks. */
const RATED =
  /^(?:communication|clarity|fluency|pronunciation|grammar|vocabulary|listening|motivation|enthusiasm|energy|attitude|professionalism|teamwork|collaboration|leadership|ownership|problem solving|critical thinking|adaptability|reliability|empathy|culture(?: add)?|technical(?: skills?)?|soft skills?|language|english|creativity|overall)$/;
const NO_SCORE =
  /\b(?:count|number of|num|id|ids|rank|ranking|weight|weightage|weighting|years?|months?|weeks?|days?|hours?|minutes?|seconds?|at|date|version|threshold|cutoff|size|length|index)\b|^(?:matches|grades?|levels?) (?:total|found)$/;
const MOST =
  /^(?:max|maximum|out of|scale|possible|scale max|max scale|points possible|(?:max|maximum|highest|possible|total possible) (?:scores?|points|ratings?|grades?|marks?)|(?:scores?|points|ratings?|grades?) (?:max|maximum|scale|out of|possible))$/;
const OVERALL = /\b(?:overall|total|final|aggregate|average|avg|mean|composite|combined|global|summary)\b/;
const DECISION =
  /\b(?:recommendation|recommended|recommend|verdict|outcome|decision|conclusion|result|disposition|hire|passed|pass|qualified|suitable|shortlist(?:ed)?|advance|next step)\b/;
const CONTAINER =
  /\b(?:scores|ratings|grades|points|marks|skills?|competenc(?:y|ies)|criteria|dimensions|traits|categories|evaluation|rubric|breakdown|assessment|subscores)\b/;
const MOMENT = /\b(?:at|on|date|time|timestamp|datetime|epoch|since|until|deadline)$/;

/** A number of this name is a score: points of some scale. */
export function namesScore(name: string): boolean {
  const words = wordsOf(name);
  return (SCORE.test(words) || RATED.test(words)) && !NO_SCORE.test(words) && !MOST.test(words);
}

/** A number of this name says what the scores beside it are measured against. */
export function namesMost(name: string): boolean {
  return MOST.test(wordsOf(name));
}

/** A number of this name is something else than a score, even among scores. */
export function namesNoScore(name: string): boolean {
  const words = wordsOf(name);
  return NO_SCORE.test(words) || MOST.test(words);
}

/** Sums the others up. */
export function namesOverall(name: string): boolean {
  const words = wordsOf(name);
  return OVERALL.test(words) || /^(?:score|rating|grade|result)$/.test(words);
}

/** Says what to do with the candidate. */
export function namesDecision(name: string): boolean {
  return DECISION.test(wordsOf(name));
}

/** What a group of this name holds are scores, whatever each of them is called. */
export function namesScores(name: string): boolean {
  return CONTAINER.test(wordsOf(name));
}

/** A number of this name may be a moment: seconds or milliseconds since 1970. */
export function namesMoment(name: string): boolean {
  return MOMENT.test(wordsOf(name));
}

export function namesPercent(name: string): boolean {
  return /\b(?:percent(?:age)?|percentile|pct)\b/.test(wordsOf(name));
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
