import type { NoticeKind } from '../../shared/notifications.ts';
import { assertNever } from '../../shared/result.ts';
import { alsoWords, completedWords, NOTICE_WORDS, namesInShort } from '../../shared/words/notice-words.ts';
import type { Notice } from './ports.ts';

/** A notification to show. */
export interface Message {
  readonly title: string;
  readonly body: string;
  /** Where a click goes. */
  readonly target: Target;
}

export type Target = { readonly workspaceId: string } & (
  | { readonly place: 'request'; readonly requestId: string }
  | { readonly place: 'changed_requests' | 'outbox' | 'sign_in' }
);

interface ComposeOptions {
  readonly showNames: boolean;
  readonly nameWorkspace: boolean;
}

/** Events that block work come first. */
const BY_URGENCY: readonly NoticeKind[] = [
  'signed_out',
  'called_too',
  'unconfirmed',
  'held',
  'rejected',
  'completed',
];

const MAX_NAME_LENGTH = 60;

/**
 * Combines notices (at least one) into one notification. A single notice gives the event and the name; several of a
 * kind their number and up to three names; several kinds the number of each.
 */
export function compose(notices: readonly Notice[], options: ComposeOptions): Message {
  const [first, ...others] = BY_URGENCY.flatMap((kind) => groupOf(kind, notices));
  if (!first) throw new Error('A notification needs at least one notice.');
  const lines = [
    others.length === 0 ? bodyOf(first, options) : alsoWords(others.map(shortWords)),
    options.nameWorkspace && first.kind !== 'signed_out' && inOneWorkspace(notices)
      ? sanitize(first.notice.workspaceName)
      : '',
  ];
  return {
    title: NOTICE_WORDS[first.kind].title(first.notices.length, sanitize(first.notice.workspaceName)),
    body: lines.filter((line) => line !== '').join('\n'),
    target: targetOf(first),
  };
}

/** All notices of one kind. */
interface Group {
  readonly kind: NoticeKind;
  readonly notices: readonly Notice[];
  /** The first of them. */
  readonly notice: Notice;
}

function groupOf(kind: NoticeKind, all: readonly Notice[]): Group[] {
  const notices = all.filter((notice) => notice.kind === kind);
  const [notice] = notices;
  return notice ? [{ kind, notices, notice }] : [];
}

function bodyOf({ kind, notices }: Group, { showNames }: ComposeOptions): string {
  const nextStep = nextStepOf(kind, notices);
  if (kind === 'signed_out') {
    const names = [...new Set(notices.map(({ workspaceName }) => sanitize(workspaceName)))];
    return `${notices.length === 1 ? '' : `${namesInShort(names)}. `}${nextStep}`;
  }
  if (!showNames) return nextStep;
  const people = notices.flatMap(({ submission }) =>
    submission ? [sanitize(submission.candidateName)] : [],
  );
  // Of several, the names say enough, unless their screenings ended differently.
  return notices.length === 1 || nextStep !== NOTICE_WORDS[kind].nextStep
    ? `${namesInShort(people)}\n${nextStep}`
    : namesInShort(people);
}

function nextStepOf(kind: NoticeKind, notices: readonly Notice[]): string {
  if (kind !== 'completed') return NOTICE_WORDS[kind].nextStep;
  return completedWords(notices.flatMap(({ submission }) => submission?.outcome ?? []));
}

function shortWords({ kind, notices }: Group): string {
  return NOTICE_WORDS[kind].short(notices.length);
}

function targetOf({ kind, notices, notice: { workspaceId, submission } }: Group): Target {
  switch (kind) {
    case 'called_too':
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
 * Makes a name safe for a native notification: one short line, without bidirectional controls and without characters
 * that Linux desktops parse as markup. Right-to-left names are isolated, so that they don't reorder the text around them.
 */
function sanitize(name: string): string {
  const line = name
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll('&', '＆')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const letters = [...line];
  const shown =
    letters.length > MAX_NAME_LENGTH ? `${letters.slice(0, MAX_NAME_LENGTH - 1).join('')}…` : line;
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(shown) ? `\u2068${shown}\u2069` : shown;
}
