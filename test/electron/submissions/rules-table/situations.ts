import { setKeys } from '../../../../electron/storage/stores/forbidding.ts';
import type { CallingHours } from '../../../../shared/calling-hours.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/durations.ts';
import type { HolidayLookup } from '../../../../shared/holidays.ts';
import type { Submission, SubmissionFields } from '../../../../shared/submission.ts';
import { defaultRules, type WorkspaceRules } from '../../../../shared/workspace-rules.ts';
import { seededRandom } from '../../../faults/seeded-random.ts';

/** A Wednesday, 13:00 in Berlin. */
export const NOW = Date.parse('2026-03-04T12:00:00Z');

/** What decides whether a call may go, and the values of each; the first is the one in which nothing speaks against it. */
const AXES = {
  /** `zones`: its time zones share no hour. `earlier`: the hours allow it that were narrower while it waited. */
  hours: [
    'off',
    'open',
    'closed',
    'exception',
    'holiday',
    'unknown',
    'zones',
    'earlier',
    'anyHour',
    'waived',
  ],
  country: ['any', 'allowed', 'refused'],
  /** `optional`, `missing`: nobody said; `recent`, `future`: the day of the notice. */
  notice: ['off', 'told', 'optional', 'missing', 'recent', 'future'],
  tries: ['none', 'free', 'used', 'sending'],
  consent: ['off', 'given', 'missing', 'reworded'],
  /** `listing`: being put on the list; `unsure`: it can't be compared with all entries. */
  list: ['free', 'listed', 'listing', 'unsure'],
  /** Whether the person was submitted before: within the days for duplicates, or long ago. */
  before: ['nobody', 'recent', 'old'],
  /** The time that a person chose. */
  time: ['now', 'later', 'past'],
  /** `waiting`: for the service's Retry-After. */
  queue: ['running', 'paused', 'waiting'],
} as const;

type Axes = typeof AXES;
type Axis = keyof Axes;
export type Situation = { readonly [Name in Axis]: Axes[Name][number] };

const NAMES = Object.keys(AXES) as readonly Axis[];
const NOTHING: Situation = situationOf({});

/** How many situations are drawn in which everything may differ at once. */
const DRAWN = 90;

/** Nothing; each value alone; each pair of values of two axes; and some in which everything is drawn. */
export function allSituations(): readonly Situation[] {
  const found = new Map<string, Situation>();
  const add = (changes: Partial<Situation>): void => {
    const situation = situationOf(changes);
    found.set(nameOf(situation), situation);
  };
  add({});
  const singles = NAMES.flatMap((name) => AXES[name].slice(1).map((value) => ({ [name]: value })));
  for (const single of singles) add(single);
  for (const [index, one] of singles.entries()) {
    for (const other of singles.slice(index + 1)) add({ ...one, ...other });
  }
  const random = seededRandom(20_261_127);
  while (found.size < DRAWN + countOfPairs()) {
    const drawn = NAMES.map((name) => [name, AXES[name][Math.floor(random() * AXES[name].length)]]);
    add(Object.fromEntries(drawn));
  }
  return [...found.values()];
}

function countOfPairs(): number {
  const others = NAMES.map((name) => AXES[name].length - 1);
  const sum = others.reduce((total, count) => total + count, 0);
  const squares = others.reduce((total, count) => total + count * count, 0);
  return 1 + sum + (sum * sum - squares) / 2;
}

/** Such as `hours:closed list:listed`: what is not as usual. */
export function nameOf(situation: Situation): string {
  const unusual = NAMES.filter((name) => situation[name] !== NOTHING?.[name]);
  return unusual.map((name) => `${name}:${situation[name]}`).join(' ') || 'nothing';
}

function situationOf(changes: Partial<Situation>): Situation {
  const usual = Object.fromEntries(NAMES.map((name) => [name, AXES[name][0]]));
  return { ...(usual as Situation), ...changes };
}

const WIDE = { enabled: true, from: '09:00', until: '18:00', weekdays: [1, 2, 3, 4, 5] };
const NARROW = { ...WIDE, from: '15:00' };

export function rulesOf({ hours, country, notice, tries, consent }: Situation): WorkspaceRules {
  const rules = defaultRules('Europe/Berlin');
  const asked = consent !== 'off';
  return {
    ...rules,
    callingHours: { ...rules.callingHours, ...HOURS[hours] },
    allowedCountries: { any: [], allowed: ['DE' as const, 'RU' as const], refused: ['FR' as const] }[country],
    notice: { asked: notice !== 'off', required: notice !== 'off' && notice !== 'optional', days: 2 },
    tries: tries === 'none' ? null : { most: 1, withinDays: 3 },
    consent: { ...rules.consent, asked, required: asked },
  };
}

const HOURS: Readonly<Record<Situation['hours'], Partial<CallingHours>>> = {
  off: {},
  open: WIDE,
  closed: NARROW,
  exception: { ...WIDE, ownHours: [{ weekday: 3, from: '16:00', until: '18:00' }] },
  holiday: { ...WIDE, holidays: [{ country: 'DE' }] },
  unknown: { ...WIDE, holidays: [{ country: 'DE' }] },
  zones: WIDE,
  earlier: WIDE,
  anyHour: NARROW,
  waived: NARROW,
};

/** No rule that anybody could break. */
export const NO_RULES = defaultRules('Europe/Berlin');

/** The holidays as far as they are known. */
export function holidaysOf({ hours }: Situation): HolidayLookup {
  if (hours === 'unknown') return () => undefined;
  return (_place, date) => (date === '2026-03-04' ? 'Day of the Table' : null);
}

let numbers = 0;

/** A phone number that nobody else has, in the country and the time zones of the situation. */
export function newNumber({ hours }: Situation): string {
  numbers += 1;
  const digits = String(numbers).padStart(7, '0');
  return hours === 'zones' ? `+7912${digits}` : `+491511${digits}`;
}

/** What a person submits. */
export function fieldsIn(situation: Situation, phoneNumber: string): SubmissionFields {
  const { hours, consent, time } = situation;
  return {
    candidateName: 'Ada Lovelace',
    phoneNumber,
    resumeUrl: 'https://files.example.com/ada.pdf',
    jobDescriptionId: '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b',
    questionnaireTemplateId: 'general-v1',
    notBefore: { now: null, later: NOW + 4 * HOUR_MS, past: NOW - HOUR_MS }[time],
    timeZone: null,
    anyHour: hours === 'anyHour',
    consentWording: { off: null, given: NO_RULES.consent.wording, missing: null, reworded: 'Agreed.' }[
      consent
    ],
    noticeOn: noticeIn(situation) ?? null,
  };
}

function noticeIn({ notice }: Situation): string | undefined {
  return {
    off: undefined,
    told: '2026-02-20',
    optional: undefined,
    missing: undefined,
    recent: '2026-03-04',
    future: '2026-03-09',
  }[notice];
}

/** The same as a stored submission that is due for an hour, or at its chosen time. */
export function storedIn(situation: Situation, phoneNumber: string): Omit<Submission, 'id' | 'workspaceId'> {
  const { hours } = situation;
  const fields = fieldsIn(situation, phoneNumber);
  const {
    consentWording,
    notBefore = null,
    noticeOn,
    ...asked
  } = { ...fields, notBeforeTimeZone: undefined };
  const { defaultTimeZone } = NO_RULES.callingHours;
  const hoursInForce = [{ ...NARROW, defaultTimeZone, ownHours: [], holidays: [] }];
  return {
    ...asked,
    state: 'queued',
    anyHour: hours === 'anyHour',
    attempts: 0,
    sendAfter: Math.max(NOW - HOUR_MS, notBefore ?? 0),
    notBefore,
    timeZone: null,
    hoursWaivedUntil: hours === 'waived' ? NOW + HOUR_MS / 6 : null,
    callingHold: null,
    ...(hours === 'earlier' && { hoursInForce }),
    consent: consentWording ? { at: NOW - 2 * HOUR_MS, wording: consentWording } : null,
    ...(noticeOn && { noticeOn }),
    problem: null,
    requestId: null,
    mayHaveReached: null,
    previousSubmissionId: null,
    revision: 1,
    createdAt: NOW - 2 * HOUR_MS,
    updatedAt: NOW - 2 * HOUR_MS,
  };
}

/** Days since the person's earlier submission to this service; undefined if there is none. */
export function daysSince({ before }: Situation): number | undefined {
  return { nobody: undefined, recent: 5, old: 60 }[before];
}

export const MINUTE_MS = HOUR_MS / 60;
export { DAY_MS, HOUR_MS, setKeys };
