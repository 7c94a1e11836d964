import {
  BLOCKED_CODES,
  type BlockedCode,
  CALL_REASONS,
  type CLAIM_STATES,
  type HintCode,
  isHintCode,
  REFUSAL_CODES,
  RESTORED,
  REVIEW_CODES,
  type Reason,
  type ReasonValues,
  type RefusalCode,
  type RefusalFailures,
  type ReviewCode,
  type ReviewValues,
  type RowCode,
  STANDING_CODES,
  type StandingCode,
} from '../call-rules.ts';
import type { ValuesOf, WordsTable } from '../coded.ts';
import type { RulePart } from '../workspace-rules.ts';
import { capitalized } from './capitalized.ts';
import { countryName } from './country-name.ts';
import { listedWords } from './do-not-call-words.ts';
import { A_COLLEAGUES, formatDay } from './duplicate-words.ts';
import type { FailureText } from './failures/failure-text.ts';

/** Words, the same for all or made from values. */
type Told<Values, Words> = Words | ((values: Values) => Words);

/** Everything said of a reason why a call may not go; each place that shows one asks here. */
type ReasonWords<Code extends RefusalCode> = {
  /** To whoever submits somebody or wants them called now. */
  readonly failure: Told<RefusalFailures[Code], FailureText>;
  /** After a bulk action that left some out for this. */
  readonly leftOut: (count: number) => string;
} & Where<
  Code,
  RowCode,
  {
    /** A clause about one that waits: `It isn’t sent: ...`. */
    readonly why: string;
  }
> &
  Where<
    Code,
    StandingCode,
    {
      /** What to do about one that waits with this problem. */
      readonly nextStep: string;
    }
  > &
  Where<
    Code,
    ReviewCode,
    {
      /** About a row of a file. */
      readonly row: Told<ReasonValues[Code], string>;
    }
  > &
  Where<
    Code,
    BlockedCode,
    {
      /** Its kind, in the filter of rows. */
      readonly kind: string;
    }
  > &
  Where<
    Code,
    HintCode,
    {
      /** A clause about a number in the form: `Can’t be submitted: ...`. */
      readonly hint: Told<ReasonValues[Code], string>;
    }
  >;

type Where<Code, Among, Words> = Code extends Among ? Words : unknown;

/** What Settings calls each part of a workspace's rules, and what people look for it by. */
export const PART_WORDS: Readonly<Record<RulePart, { readonly heading: string; readonly keywords: string }>> =
  {
    callingHours: {
      heading: 'Calling hours',
      keywords:
        'time zone weekdays Monday Tuesday Wednesday Thursday Friday Saturday Sunday weekend night evening opening hours office hours business hours quiet hours public bank holidays',
    },
    consent: { heading: 'Consent', keywords: 'agreement wording permission opt in' },
    notice: { heading: 'Notice', keywords: 'tell told inform announce days before the call' },
    defaultCountry: { heading: 'Default country', keywords: 'phone numbers code national' },
    allowedCountries: {
      heading: 'Countries',
      keywords: 'country allowed who numbers may be called abroad foreign restrict',
    },
    tries: {
      heading: 'Tries',
      keywords:
        'retries retry attempts how often limit maximum most of calls call again repeat times per person',
    },
    verdictFirst: {
      heading: 'Verdict before score',
      keywords: 'blind review bias fairness hide hidden cover covered reveal scores results judge first',
    },
    teamUnreachable: {
      heading: 'When the team can’t be reached',
      keywords: 'offline team database colleagues wait send anyway claims',
    },
  };

const CONSENT_REQUIRED = 'This workspace requires consent for every submission.';
const NOTHING_SENT = 'Nothing was sent.';
const SHARE_NO_HOUR = 'this number can be in several time zones that share no calling hour';

export const REASON_WORDS = {
  do_not_call: {
    failure: ({ candidateName, others, ...entry }) => ({
      message: `${candidateName} must not be called: the number is on the do-not-call list${listedWords(entry)}.`,
      nextStep:
        others > 0
          ? `${NOTHING_SENT} ${others === 1 ? 'Another number here is' : `${others} other numbers here are`} on the list, too.`
          : `${NOTHING_SENT} The list is in Settings, under Do not call.`,
    }),
    leftOut: (count) =>
      `${counted(count, 'was left out because its phone number is', 'were left out because their phone numbers are')} on the do-not-call list.`,
    row: (entry) => `On the do-not-call list${listedWords(entry)}.`,
    kind: 'On the do-not-call list',
  },
  country_not_allowed: {
    failure: ({ candidateName, country }) => ({
      message: `${candidateName}: ${ofCountry(country)}.`,
      nextStep: `${NOTHING_SENT} Settings > Calling rules > Countries lists whose numbers may be called.`,
    }),
    leftOut: (count) =>
      `${counted(count, 'was', 'were')} left out because this workspace may not call numbers of ${count === 1 ? 'its country' : 'their countries'}.`,
    why: 'numbers of this country may not be called',
    nextStep: 'It is sent once Settings > Calling rules allows the country.',
    row: ({ country }) => `${capitalized(ofCountry(country))}.`,
    kind: 'Country not allowed',
    hint: ({ country }) => ofCountry(country),
  },
  consent_missing: {
    failure: { message: 'Tick this once the candidate has agreed.', nextStep: CONSENT_REQUIRED },
    leftOut: (count) =>
      `${counted(count, 'needs', 'need')} the candidate's consent: edit ${each(count)} to record it.`,
  },
  consent_reworded: {
    failure: {
      message: 'The wording of the consent has changed. Read it again, then tick it again.',
      nextStep: CONSENT_REQUIRED,
    },
    leftOut: (count) =>
      `${counted(count, 'needs', 'need')} the consent in its new wording: edit ${each(count)} to record it.`,
  },
  notice_missing: {
    failure: {
      message: 'Enter the day on which the candidate was told of the call.',
      nextStep: 'This workspace requires it for every submission.',
    },
    leftOut: (count) =>
      `${counted(count, 'needs', 'need')} the day on which the candidate was told of the call: edit ${each(count)} to enter it.`,
    why: 'nobody entered when the candidate was told of the call',
    nextStep: 'This workspace requires it now: choose Add notice to enter the day.',
    row: 'Enter the day on which the candidate was told of the call, here or below for all rows without one.',
  },
  notice_in_future: {
    failure: {
      message: 'This day is still to come. Enter the day on which the candidate was told of the call.',
    },
    leftOut: (count) =>
      `${counted(count, 'has', 'have')} a day of notice that is still to come: edit ${each(count)} to correct it.`,
    why: 'the day of its notice is still to come',
    row: 'This day is still to come.',
  },
  time_zone_needed: {
    failure: ({ candidateName }) => ({
      message: `${candidateName}: ${SHARE_NO_HOUR}.`,
      nextStep: 'Choose the candidate’s time zone first.',
    }),
    leftOut: (count) =>
      `${counted(count, 'waits', 'wait')} until you choose ${count === 1 ? 'its time zone' : 'their time zones'}.`,
    why: SHARE_NO_HOUR,
    nextStep: 'Choose the candidate’s time zone; it is then sent within the calling hours there.',
  },
  colleague_claimed: {
    failure: ({ candidateName, others, person, ...claim }) => ({
      message: `${candidateName}: ${claimWords(person, claim)}.`,
      nextStep:
        others > 0
          ? `${NOTHING_SENT} Colleagues submitted ${others === 1 ? 'another number here' : `${others} other numbers here`}, too.`
          : `${NOTHING_SENT} Ask ${person} before this person is called once more.`,
    }),
    leftOut: (count) =>
      `${counted(count, 'was', 'were')} left out because ${count === 1 ? 'a colleague' : 'colleagues'} submitted the number: decide about ${each(count)} alone.`,
    why: 'a colleague submitted this number, or may have',
    nextStep: 'Submit anyway says who has it, and asks.',
  },
  tries_used_up: {
    failure: ({ candidateName, others, tries, withinDays, most, nextAt }) => ({
      message: `${candidateName} was tried ${timesWords(tries)} within ${daysWords(withinDays)}, and the rules allow ${most}. Another try is allowed from ${momentWords(nextAt)}.`,
      nextStep:
        others > 0
          ? `${NOTHING_SENT} ${others === 1 ? 'Another person here was' : `${others} other people here were`} tried as often, too.`
          : `${NOTHING_SENT} Choose Send later for a day from then on.`,
    }),
    leftOut: (count) =>
      `${counted(count, 'was', 'were')} left out because ${count === 1 ? 'its person was' : 'their people were'} tried as often as the rules allow.`,
    why: 'this person was tried as often as the rules allow',
    nextStep: 'It is sent automatically when they allow another try.',
    // When comes first: a row shows the beginning only.
    row: ({ tries, withinDays, nextAt }) =>
      `Next try from ${momentWords(nextAt)}. Tried ${timesWords(tries)} within ${daysWords(withinDays)}.`,
    kind: 'Tried too often',
  },
  notice_too_recent: {
    failure: ({ candidateName, noticeOn, days, sendAt }) => ({
      message: `${candidateName} was told on ${dayWords(Date.parse(noticeOn), 'UTC')}. In this workspace a call may follow ${days === 1 ? 'one day' : `${days} days`} later at the earliest.`,
      nextStep: `The first day that is late enough is ${dayWords(sendAt)}.`,
    }),
    leftOut: (count) =>
      `${counted(count, 'was', 'were')} told of the call too recently: edit ${each(count)} to send it later.`,
    why: 'the notice is too recent',
  },
} satisfies { readonly [Code in RefusalCode]: ReasonWords<Code> };

export const REFUSAL_FAILURES = Object.fromEntries(
  REFUSAL_CODES.map((code) => [code, REASON_WORDS[code].failure]),
) as WordsTable<RefusalFailures, FailureText>;

/** What happened to one that waits with such a problem, and what to do, by its code. */
export const STANDING_WORDS = Object.fromEntries(
  STANDING_CODES.map((code) => {
    const { why, nextStep } = REASON_WORDS[code];
    return [code, { message: `${capitalized(why)}.`, nextStep }];
  }),
) as Readonly<Record<StandingCode, { readonly message: string; readonly nextStep: string }>>;

/** The words of the notes about rows of a file, by the code of the note. */
export const REVIEW_WORDS = Object.fromEntries(
  REVIEW_CODES.map((code) => [CALL_REASONS[code].review.as, REASON_WORDS[code].row]),
) as WordsTable<ValuesOf<ReviewValues>, string>;

/** The kind of a note about a row whose number may not be called, in the filter of rows; undefined for any other note. */
export function blockedKind(note: string): string | undefined {
  const code = BLOCKED_CODES.find((each) => CALL_REASONS[each].review.as === note);
  return code && REASON_WORDS[code].kind;
}

/** Why a number can't be submitted, as a clause in the form; undefined if the form only learns it when it submits. */
export function hintWords({ code, values }: Reason): string | undefined {
  if (!isHintCode(code)) return undefined;
  // By its type, the hint takes the values of its code.
  const hint = REASON_WORDS[code].hint as Told<Reason['values'], string>;
  return typeof hint === 'string' ? hint : hint(values);
}

/** `once`, `3 times`. */
export function timesWords(times: number): string {
  return times === 1 ? 'once' : `${times} times`;
}

/** `a day`, `30 days`. */
export function daysWords(days: number): string {
  return days === 1 ? 'a day' : `${days} days`;
}

function ofCountry(country: string | null): string {
  return country === null
    ? 'numbers that don’t tell their country may not be called'
    : `numbers of ${countryName(country)} may not be called`;
}

/** `Mary submitted this number on 3 May 2026 for Senior engineer; it was accepted`. */
export function claimWords(
  person: string,
  { state, at, job }: Pick<ReasonValues['colleague_claimed'], 'state' | 'at' | 'job'>,
): string {
  if (state === RESTORED) {
    return `the team database was restored from a backup, and it isn’t known yet whom ${person} called since`;
  }
  return `${person} submitted this number on ${formatDay(at)}${job === '' ? '' : ` for ${job}`}; ${CLAIM_WORDS[state]}`;
}

const CLAIM_WORDS: Readonly<Record<(typeof CLAIM_STATES)[number], string>> = {
  claimed: A_COLLEAGUES.sending,
  unclear: A_COLLEAGUES.unconfirmed,
  accepted: A_COLLEAGUES.accepted,
  reached: A_COLLEAGUES.discarded,
};

function counted(count: number, one: string, many: string): string {
  return `${new Intl.NumberFormat().format(count)} ${count === 1 ? one : many}`;
}

function each(count: number): string {
  return count === 1 ? 'it' : 'each';
}

export function momentWords(at: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

function dayWords(at: number, timeZone?: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone }).format(at);
}

/** What a bulk action says of those that it left out, by code. */
export const REFUSED_IN_BULK = Object.fromEntries(
  REFUSAL_CODES.map((code) => [code, REASON_WORDS[code].leftOut]),
) as Readonly<Record<RefusalCode, (count: number) => string>>;
