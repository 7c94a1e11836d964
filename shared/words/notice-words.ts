import type { NoticeKind } from '../notifications.ts';
import { OUTCOMES, type Outcome } from '../outcome.ts';
import { OUTCOME_NAMES } from './outcome-words.ts';

/** The text of a notification about `count` events of one kind. */
interface NoticeWords {
  readonly title: (count: number, workspaceName: string) => string;
  /** The result, or what to do. */
  readonly nextStep: string;
  /** Summary in a list of several kinds: "2 held". */
  readonly short: (count: number) => string;
}

// Created lazily: the first format of a process takes 10 ms, too long for the start.
let numbers: Intl.NumberFormat | undefined;
let lists: Intl.ListFormat | undefined;

function numberOf(count: number): string {
  numbers ??= new Intl.NumberFormat('en');
  return numbers.format(count);
}

const RESULTS_ARE_IN = 'The results are in.';

/** What became of the candidates of completed screenings: `2 assessed, 1 not reached.` */
export function completedWords(outcomes: readonly Outcome[]): string {
  if (outcomes.every((outcome) => outcome === 'assessed')) return RESULTS_ARE_IN;
  const [only] = outcomes;
  if (outcomes.length === 1 && only !== undefined) return `${OUTCOME_NAMES[only]}.`;
  const counted = OUTCOMES.toReversed().flatMap((outcome) => {
    const count = outcomes.filter((each) => each === outcome).length;
    return count === 0 ? [] : [`${numberOf(count)} ${OUTCOME_NAMES[outcome].toLowerCase()}`];
  });
  return `${counted.join(', ')}.`;
}

export const NOTICE_WORDS: Readonly<Record<NoticeKind, NoticeWords>> = {
  completed: {
    title: (count) => (count === 1 ? 'Screening completed' : `${numberOf(count)} screenings completed`),
    nextStep: RESULTS_ARE_IN,
    short: (count) => `${numberOf(count)} completed`,
  },
  rejected: {
    title: (count) =>
      count === 1 ? 'The service refused a submission' : `The service refused ${numberOf(count)} submissions`,
    nextStep: 'Correct it in the Outbox, or discard it.',
    short: (count) => `${numberOf(count)} refused`,
  },
  unconfirmed: {
    title: (count) =>
      count === 1 ? 'A submission needs your decision' : `${numberOf(count)} submissions need your decision`,
    nextStep: 'It may or may not have reached the service.',
    short: (count) => (count === 1 ? '1 needs your decision' : `${numberOf(count)} need your decision`),
  },
  held: {
    title: (count) => (count === 1 ? 'A submission is held' : `${numberOf(count)} submissions are held`),
    nextStep: 'The Outbox shows what it is waiting for.',
    short: (count) => `${numberOf(count)} held`,
  },
  called_too: {
    title: (count) =>
      count === 1 ? 'A candidate may be called twice' : `${numberOf(count)} candidates may be called twice`,
    nextStep: 'A colleague submitted the same number. The history says who.',
    short: (count) => `${numberOf(count)} may be called twice`,
  },
  signed_out: {
    title: (count, workspaceName) =>
      count === 1 ? `You are signed out of ${workspaceName}` : 'You are signed out',
    nextStep: 'Sign in so that submissions go out and results come in.',
    short: () => 'signed out',
  },
};

/** A sentence that lists the other kinds. */
export function alsoWords(shorts: readonly string[]): string {
  return `Also: ${shorts.join(', ')}.`;
}

const MAX_NAMES = 3;

/** "Ada, Grace, Alan and 2 more" */
export function namesInShort(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${numberOf(more)} more`;
  lists ??= new Intl.ListFormat('en');
  return lists.format(shown);
}
