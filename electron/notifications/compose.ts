import type { NoticeKind } from '../../shared/notifications.ts';
import { assertNever } from '../../shared/result.ts';
import type { Notice } from './ports.ts';

/** A notification as it is shown. */
export interface Message {
  readonly title: string;
  readonly body: string;
  /** Where a click leads. */
  readonly target: Target;
}

/** A place in a workspace. */
export type Target = { readonly workspaceId: string } & (
  | { readonly place: 'request'; readonly requestId: string }
  | { readonly place: 'changed_requests' | 'outbox' | 'sign_in' }
);

export interface ComposeOptions {
  readonly showNames: boolean;
  /** Whether it must be said which workspace it is about. */
  readonly nameWorkspace: boolean;
}

/** What stops the work comes first. */
const BY_URGENCY: readonly NoticeKind[] = ['signed_out', 'unconfirmed', 'held', 'rejected', 'completed'];

/** Names in one notification. */
const MOST_NAMES = 3;
const LONGEST_NAME = 60;

// Made when there is something to tell: the first format of a process takes ten milliseconds, which the start has not.
let numbers: Intl.NumberFormat | undefined;
let lists: Intl.ListFormat | undefined;

function numberOf(count: number): string {
  numbers ??= new Intl.NumberFormat('en');
  return numbers.format(count);
}

function listOf(names: readonly string[]): string {
  lists ??= new Intl.ListFormat('en');
  return lists.format(names);
}

/**
 * One notification for all of these (at least one): a single one says what happened to whom, several of a kind their
 * number and up to three names, several kinds the number of each. Every notice counts once.
 */
export function compose(notices: readonly Notice[], options: ComposeOptions): Message {
  const [first, ...others] = BY_URGENCY.flatMap((kind) => groupOf(kind, notices));
  if (!first) throw new Error('A notification needs something to tell.');
  const lines = [
    others.length === 0 ? bodyOf(first, options) : `Also: ${others.map(inShort).join(', ')}.`,
    options.nameWorkspace && first.kind !== 'signed_out' && inOneWorkspace(notices)
      ? plain(first.notice.workspaceName)
      : '',
  ];
  return {
    title: titleOf(first),
    body: lines.filter((line) => line !== '').join('\n'),
    target: targetOf(first),
  };
}

/** All of one kind. */
interface Group {
  readonly kind: NoticeKind;
  readonly notices: readonly Notice[];
  /** The first of them. */
  readonly notice: Notice;
}

function groupOf(kind: NoticeKind, all: readonly Notice[]): Group[] {
  const notices = all.filter((each) => each.kind === kind);
  const [notice] = notices;
  return notice ? [{ kind, notices, notice }] : [];
}

function titleOf({ kind, notice, notices }: Group): string {
  const count = numberOf(notices.length);
  const one = notices.length === 1;
  switch (kind) {
    case 'completed':
      return one ? 'Screening completed' : `${count} screenings completed`;
    case 'rejected':
      return one ? 'The service refused a submission' : `The service refused ${count} submissions`;
    case 'unconfirmed':
      return one ? 'A submission needs your decision' : `${count} submissions need your decision`;
    case 'held':
      return one ? 'A submission is held' : `${count} submissions are held`;
    case 'signed_out':
      return one ? `You are signed out of ${plain(notice.workspaceName)}` : 'You are signed out';
    default:
      return assertNever(kind);
  }
}

function bodyOf({ kind, notices }: Group, { showNames }: ComposeOptions): string {
  if (kind === 'signed_out') {
    const names = [...new Set(notices.map(({ workspaceName }) => plain(workspaceName)))];
    return `${notices.length === 1 ? '' : `${listed(names)}. `}${nextStepOf(kind)}`;
  }
  if (!showNames) return nextStepOf(kind);
  const people = notices.flatMap(({ submission }) => (submission ? [plain(submission.candidateName)] : []));
  return notices.length === 1 ? `${listed(people)}\n${nextStepOf(kind)}` : listed(people);
}

function nextStepOf(kind: NoticeKind): string {
  switch (kind) {
    case 'completed':
      return 'The results are in.';
    case 'rejected':
      return 'Correct it in the Outbox, or discard it.';
    case 'unconfirmed':
      return 'It may or may not have reached the service.';
    case 'held':
      return 'The Outbox says what it waits for.';
    case 'signed_out':
      return 'Sign in so that submissions go out and results come in.';
    default:
      return assertNever(kind);
  }
}

/** "Ada, Grace, Alan and 2 more" */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${numberOf(more)} more` : listOf(shown);
}

function inShort({ kind, notices }: Group): string {
  const count = numberOf(notices.length);
  switch (kind) {
    case 'completed':
      return `${count} completed`;
    case 'rejected':
      return `${count} refused`;
    case 'unconfirmed':
      return notices.length === 1 ? '1 needs your decision' : `${count} need your decision`;
    case 'held':
      return `${count} held`;
    case 'signed_out':
      return 'signed out';
    default:
      return assertNever(kind);
  }
}

function targetOf({ kind, notices, notice: { workspaceId, submission } }: Group): Target {
  switch (kind) {
    case 'completed':
      return notices.length === 1 && submission?.requestId
        ? { workspaceId, place: 'request', requestId: submission.requestId }
        : { workspaceId, place: 'changed_requests' };
    case 'rejected':
    case 'unconfirmed':
    case 'held':
      return { workspaceId, place: 'outbox' };
    case 'signed_out':
      return { workspaceId, place: 'sign_in' };
    default:
      return assertNever(kind);
  }
}

function inOneWorkspace(notices: readonly Notice[]): boolean {
  return new Set(notices.map(({ workspaceId }) => workspaceId)).size === 1;
}

/**
 * A name as it may stand in a system's notification: one line, not endless, without signs that turn the direction of
 * reading, and without what Linux desktops read as markup. Isolated, so that it does not reorder the words around it.
 */
function plain(name: string): string {
  const line = name
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll('&', '＆')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const letters = [...line];
  const shown = letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join('')}…` : line;
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(shown) ? `\u2068${shown}\u2069` : shown;
}
