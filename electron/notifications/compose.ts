import type { NoticeKind } from '../../shared/notifications.ts';
import { assertNever } from '../../shared/result.ts';
import { alsoWords, NOTICE_WORDS, namesInShort } from '../../shared/words/notice-words.ts';
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

const LONGEST_NAME = 60;

/**
 * One notification for all of these (at least one): a single one says what happened to whom, several of a kind their
 * number and up to three names, several kinds the number of each. Every notice counts once.
 */
export function compose(notices: readonly Notice[], options: ComposeOptions): Message {
  const [first, ...others] = BY_URGENCY.flatMap((kind) => groupOf(kind, notices));
  if (!first) throw new Error('A notification needs something to tell.');
  const lines = [
    others.length === 0 ? bodyOf(first, options) : alsoWords(others.map(inShort)),
    options.nameWorkspace && first.kind !== 'signed_out' && inOneWorkspace(notices)
      ? plain(first.notice.workspaceName)
      : '',
  ];
  return {
    title: NOTICE_WORDS[first.kind].title(first.notices.length, plain(first.notice.workspaceName)),
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

function bodyOf({ kind, notices }: Group, { showNames }: ComposeOptions): string {
  const { nextStep } = NOTICE_WORDS[kind];
  if (kind === 'signed_out') {
    const names = [...new Set(notices.map(({ workspaceName }) => plain(workspaceName)))];
    return `${notices.length === 1 ? '' : `${namesInShort(names)}. `}${nextStep}`;
  }
  if (!showNames) return nextStep;
  const people = notices.flatMap(({ submission }) => (submission ? [plain(submission.candidateName)] : []));
  return notices.length === 1 ? `${namesInShort(people)}\n${nextStep}` : namesInShort(people);
}

function inShort({ kind, notices }: Group): string {
  return NOTICE_WORDS[kind].short(notices.length);
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
