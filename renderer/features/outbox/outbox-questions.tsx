import { Anchor } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { maySendAgain, type OutboxRow } from '../../../shared/outbox.ts';
import { chosenTime } from '../../../shared/submission.ts';
import { api, toApiError, type WorkspaceAccess, workspaceAccess } from '../../api/api.ts';
import { useAppState, useHeldByOrganisation, useOutboxCounts, useWorkspace } from '../../api/app-state.tsx';
import { useDuplicatesOf } from '../../api/phone-number.ts';
import { SHOW_ERROR_IN_SHELL, showErrorAbout, showErrorInShell } from '../../api/query-client.ts';
import { askToConfirm } from '../../parts/dialog.tsx';
import { countOf, formatNumber } from '../../parts/format.ts';
import { PhoneText } from '../../parts/phone.tsx';
import { chosenTimeWords } from '../../parts/send-later.ts';
import { useNow } from '../../parts/time.tsx';
import { showToast, showUndoToast } from '../../parts/toast.tsx';
import { discardedChange } from '../../parts/undo-stack.ts';
import { duplicateLine } from '../../parts/words.ts';
import { personToFind } from '../../routes/hash-location.ts';
import { editFromOutboxPath } from '../../routes/paths.ts';
import { openNotToCall } from '../do-not-call/not-to-call.tsx';
import { type BulkTarget, runBulk, runBulkLater } from './run-bulk.tsx';
import { refusalOf, waitsForChosenTime } from './state-words.ts';

/** Sends now: one submission, a group, or all that wait for a retry. Says what stands in the way: a pause, no connection. */
export function useTryNow() {
  const workspace = useWorkspace();
  const { paused, reachable, session } = useAppState();
  const { waiting } = useOutboxCounts(workspace.id);
  const obstacle = !reachable ? 'offline' : session?.phase === 'signed_in' ? null : 'signed_out';
  const one = useMutation({
    mutationFn: async (row: OutboxRow) => {
      const isMade = await sendNow(row);
      // The row itself shows that it is being sent.
      if (isMade && obstacle) showTriedToast(workspace.id, 1, obstacle);
    },
    onError: (error, row) => showErrorAbout(row, error),
    meta: SHOW_ERROR_IN_SHELL,
  });
  const all = useMutation({
    mutationFn: async () => {
      const changed = await tryAllNow(workspace);
      if (changed !== undefined) showTriedToast(workspace.id, changed, obstacle);
    },
    meta: SHOW_ERROR_IN_SHELL,
  });
  const tryOne = (row: OutboxRow) =>
    waitsForChosenTime(row, Date.now()) ? askToSendNow(row) : one.mutate(row);
  const many = async (target: BulkTarget, first: OutboxRow) => {
    const changed = await tryManyNow(target, first);
    if (changed > 0 && obstacle) showTriedToast(workspace.id, changed, obstacle);
  };
  const unlessPaused = (run: () => void, name?: string) =>
    paused ? askToResume({ workspaceId: workspace.id, waiting, name, onResumed: run }) : run();
  return {
    tryOne: (row: OutboxRow) => unlessPaused(() => tryOne(row), row.candidateName),
    tryMany: (target: BulkTarget, first: OutboxRow) => unlessPaused(() => void many(target, first)),
    tryAll: () => unlessPaused(() => all.mutate()),
    isPending: one.isPending || all.isPending,
  };
}

const SHOWN_MS = 8000;

/** Says what trying now did, and what `count` submissions wait for if nothing can be sent. */
function showTriedToast(workspaceId: string, count: number, obstacle: 'offline' | 'signed_out' | null): void {
  const toast = { id: 'tried-now', workspaceId, autoClose: SHOWN_MS } as const;
  if (count === 0) {
    showToast({ ...toast, tone: 'busy', title: 'Nothing waits for another try', message: NOTHING });
    return;
  }
  const these = countOf(count, 'submission');
  const are = count === 1 ? 'is' : 'are';
  if (obstacle === 'offline') {
    showToast({
      ...toast,
      tone: 'busy',
      title: "The service can't be reached yet",
      message: `Callboard is checking the connection now. ${these} ${are} sent as soon as it is back.`,
    });
    return;
  }
  if (obstacle === 'signed_out') {
    showToast({
      ...toast,
      tone: 'busy',
      title: 'You are signed out',
      message: `${these} ${are} sent as soon as you sign in.`,
    });
    return;
  }
  showToast({ ...toast, tone: 'busy', title: `Trying ${these} now` });
}

const NOTHING =
  'What waits here waits for its time, is paused, or is refused by a rule. Each row says which, and has Try now where that helps.';

/** Called when the person has confirmed. */
type OnConfirmed = (() => void) | undefined;

/** Asks for one confirmation, then discards all of these; their records stay. */
export function askToDiscardMany(target: BulkTarget, onConfirmed?: OnConfirmed): void {
  const { part, count, workspaceId } = target;
  askToConfirm({
    workspaceId,
    title: `Discard ${countOf(count, 'submission')}?`,
    body:
      part === 'decisions'
        ? "These people may still be called if their submission reached the service. Callboard won't track those requests, but asks you before their numbers are submitted again."
        : "These people won't be submitted. Their records stay in the tab History.",
    confirm: `Discard all ${formatNumber(count)}`,
    danger: true,
    run: async () => {
      runBulkLater('discard', target);
      onConfirmed?.();
    },
  });
}

/** Warns once that candidates may be called twice, then queues all of these undecided submissions again. */
export function askToSendManyAgain(target: BulkTarget, people: number, onConfirmed?: OnConfirmed): void {
  const { count, workspaceId } = target;
  askToConfirm({
    workspaceId,
    title: `${countOf(people, 'person', 'people')} may be called twice`,
    body: 'The first submissions may have reached the service. If one did, sending it again may call that person twice. If you find a request at the service, enter its request ID instead.',
    confirm: `Send all ${formatNumber(count)} again anyway`,
    danger: true,
    run: async () => {
      runBulkLater('send_again', target);
      onConfirmed?.();
    },
  });
}

/** Asks once, then sends these refused submissions again as they are. */
export function askToResubmit(target: BulkTarget, said: ReactNode, onConfirmed?: OnConfirmed): void {
  const { count, workspaceId } = target;
  askToConfirm({
    workspaceId,
    title: `Send ${countOf(count, 'submission')} again?`,
    body: (
      <>
        {said}
        <p style={{ marginBlock: 0 }}>
          They are sent as they are. Do this once the service has removed the cause; otherwise it refuses them
          again. Calling hours and the question about phone numbers that were submitted before apply as
          always.
        </p>
      </>
    ),
    confirm: `Send ${formatNumber(count)} again`,
    run: async () => {
      runBulkLater('resubmit', target);
      onConfirmed?.();
    },
  });
}

/**
 * Makes these due now, and gives how many; while the service's Retry-After lasts, asks first and sends only `first`. 0 after
 * a question or an error.
 */
async function tryManyNow(target: BulkTarget, first: { readonly id: string }): Promise<number> {
  try {
    return (await runBulk('try_now', target)).changed;
  } catch (cause) {
    const error = toApiError(cause);
    if (error.code !== 'service_asks_to_wait') {
      showErrorInShell(cause);
      return 0;
    }
    const { api } = workspaceAccess(target.workspaceId);
    askToSendOneAnyway(target.workspaceId, error.message, 'The first of these', () =>
      api.submissions.tryNow({ id: first.id, despiteWait: true }),
    );
    return 0;
  }
}

/** Asks before overriding the chosen time, then sends the submission as soon as possible. */
function askToSendNow(row: OutboxRow): void {
  askToConfirm({
    workspaceId: row.workspaceId,
    title: 'Send before the time you chose?',
    body: (
      <>
        You chose not to submit <strong dir="auto">{row.candidateName}</strong> before {chosenTimeOf(row)}. If
        you send now, this person may be called right away.
      </>
    ),
    confirm: 'Send now',
    run: () => sendNow(row),
  });
}

function chosenTimeOf(row: OutboxRow): string {
  const at = chosenTime(row) ?? row.sendAfter;
  return chosenTimeWords({ at, timeZone: row.notBeforeTimeZone ?? null }, Date.now());
}

/** What the person was told and overrides. */
interface Overrides {
  readonly outsideHours?: boolean;
  readonly despiteColleague?: number;
}

/**
 * Sends a submission as soon as possible; asks first outside calling hours, if a colleague has the number, or while the
 * service's Retry-After lasts. Gives whether it is due.
 */
async function sendNow(row: OutboxRow, overrides: Overrides = {}): Promise<boolean> {
  const { api } = workspaceAccess(row.workspaceId);
  try {
    await api.submissions.tryNow({ id: row.id, ...overrides });
    return true;
  } catch (cause) {
    const error = toApiError(cause);
    const { error: told } = error.failure;
    if (told.code === 'outside_calling_hours') askToCallAnyway(row, error.message, overrides);
    else if (told.code === 'colleague_claimed') {
      askDespiteColleague(row, { ...overrides, despiteColleague: told.values.change }, error.message);
    } else if (told.code === 'service_asks_to_wait') {
      askToSendOneAnyway(
        row.workspaceId,
        error.message,
        <strong dir="auto">{row.candidateName}</strong>,
        () => api.submissions.tryNow({ id: row.id, ...overrides, despiteWait: true }),
      );
    } else throw error;
    return false;
  }
}

/**
 * Retries all waiting submissions, and gives how many; while the service's Retry-After lasts, asks first, sends only one
 * and gives undefined.
 */
async function tryAllNow({ id, api }: WorkspaceAccess): Promise<number | undefined> {
  try {
    return (await api.submissions.tryNow({})).changed;
  } catch (cause) {
    const error = toApiError(cause);
    if (error.code !== 'service_asks_to_wait') throw error;
    askToSendOneAnyway(id, error.message, 'The next waiting submission', () =>
      api.submissions.tryNow({ despiteWait: true }),
    );
    return undefined;
  }
}

/** Says until when the service asked to wait, and lets a person insist on one submission. */
function askToSendOneAnyway(
  workspaceId: string,
  reason: string,
  submission: ReactNode,
  run: () => Promise<unknown>,
): void {
  askToConfirm({
    workspaceId,
    title: 'Send one now anyway?',
    body: (
      <>
        {reason} {submission} will be sent on its own. If the service accepts it, the others follow; if it
        asks to wait again, all of them keep waiting.
      </>
    ),
    confirm: 'Send one now',
    run,
  });
}

function askToCallAnyway(row: OutboxRow, reason: string, overrides: Overrides): void {
  askToConfirm({
    workspaceId: row.workspaceId,
    title: 'Call outside the calling hours?',
    body: (
      <>
        {reason} If you send now, <strong dir="auto">{row.candidateName}</strong> may be called right away. If
        the service can't be reached for 15 minutes, calling hours apply again.
      </>
    ),
    confirm: 'Call now anyway',
    run: () => sendNow(row, { ...overrides, outsideHours: true }),
  });
}

/** `reason`: whose claim it is, and what became of it. */
function askDespiteColleague(row: OutboxRow, overrides: Overrides, reason: string): void {
  askToConfirm({
    workspaceId: row.workspaceId,
    title: 'Submit anyway?',
    body: <>{reason} If you submit anyway, this person may be called twice.</>,
    confirm: 'Submit anyway',
    run: () => sendNow(row, overrides),
  });
}

interface PausedQuestion {
  readonly workspaceId: string;
  /** How many submissions wait in this workspace. */
  readonly waiting: number;
  /** Whom the person wants to submit now; left out: all. */
  readonly name?: string | undefined;
  /** Runs once sending is resumed. */
  readonly onResumed: () => void;
}

/** Says that sending is paused, and offers to resume it. */
function askToResume({ workspaceId, waiting, name, onResumed }: PausedQuestion): void {
  askToConfirm({
    workspaceId,
    title: 'Sending is paused',
    body: (
      <>
        {name === undefined ? 'Nothing' : <strong dir="auto">{name}</strong>}
        {name === undefined ? ' is sent while you pause sending.' : " isn't sent while you pause sending."} If
        you resume, everything that is due goes out
        {waiting > 1 && `: ${countOf(waiting, 'submission')} wait here`}.
      </>
    ),
    confirm: 'Resume sending',
    run: async () => {
      await api.submissions.setPaused({ paused: false });
      onResumed();
    },
  });
}

/** Warns that the candidate may be called twice, then queues the submission again. */
export function askToSendAgain(row: OutboxRow): void {
  askToConfirm({
    workspaceId: row.workspaceId,
    title: 'This person may be called twice',
    body: (
      <>
        <p style={{ marginTop: 0 }}>
          The first submission of <strong dir="auto">{row.candidateName}</strong> may have reached the
          service. If it did, sending it again may call this person twice, at this number:
        </p>
        <PhoneText e164={row.phoneNumber} />
        <OtherSubmissions row={row} />
        <p style={{ marginBottom: 0 }}>
          If you find the request at the service, enter its request ID instead.
        </p>
      </>
    ),
    confirm: 'Send again anyway',
    danger: true,
    run: () => workspaceAccess(row.workspaceId).api.submissions.sendAgain({ ids: [row.id] }),
  });
}

/** Other submissions of the same number, each of which may mean another call. */
function OtherSubmissions({ row: { id, workspaceId, phoneNumber } }: { row: OutboxRow }) {
  const { data = [] } = useDuplicatesOf(workspaceAccess(workspaceId), phoneNumber);
  const others = data.filter(({ submissionId }) => submissionId !== id);
  if (others.length === 0) return null;
  return (
    <>
      <p style={{ marginBottom: 4 }}>This number was also submitted at other times:</p>
      <ul style={{ margin: 0 }}>
        {others.map((other) => (
          <li key={other.submissionId} dir="auto">
            {duplicateLine(other)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Asks for confirmation, then discards a submission; its record stays. */
export function askToDiscard(row: OutboxRow): void {
  askToConfirm({
    workspaceId: row.workspaceId,
    title: 'Discard this submission?',
    body: (
      <>
        <strong dir="auto">{row.candidateName}</strong> {consequence(row)}
        <InsteadOrAsWell row={row} />
      </>
    ),
    confirm: 'Discard it',
    danger: true,
    run: () => discardOne(row),
  });
}

async function discardOne(row: OutboxRow): Promise<void> {
  const { workspaceId, id, candidateName } = row;
  await workspaceAccess(row.workspaceId).api.submissions.discard({ ids: [row.id] });
  const change = discardedChange(workspaceId, [id], candidateName);
  showUndoToast({ ...change, title: `${candidateName} discarded` });
}

const NOT_TRACKED = "Callboard won't track the request, but asks you before this number is submitted again.";

/** What discarding means for the candidate, continuing a sentence that begins with the name. */
function consequence(row: OutboxRow): string {
  if (row.state !== 'unconfirmed') return "won't be submitted.";
  return maySendAgain(row)
    ? `may still be called if the submission reached the service. ${NOT_TRACKED}`
    : `will still be called: the service accepted the submission. ${NOT_TRACKED}`;
}

/** Discarding keeps the record and forbids nothing, so the dialog offers erasure and the do-not-call list, too. */
function InsteadOrAsWell({ row: { workspaceId, candidateName, phoneNumber } }: { row: OutboxRow }) {
  const notToCall = () => {
    modals.closeAll();
    openNotToCall({ workspaceId, candidateName, phoneNumbers: [phoneNumber] });
  };
  const erase = () => {
    modals.closeAll();
    personToFind.open({ name: candidateName, phone: phoneNumber });
  };
  return (
    <p style={{ marginBottom: 0 }}>
      The record stays in Callboard.{' '}
      <Anchor component="button" type="button" size="sm" onClick={erase}>
        Erase this person instead…
      </Anchor>{' '}
      <Anchor component="button" type="button" size="sm" onClick={notToCall}>
        Do not call this number…
      </Anchor>
    </p>
  );
}

/** Whether anything may be sent at all, as far as rules say. */
export function useMayTryAny(): boolean {
  const { doNotCallLocked } = useAppState();
  const heldBack = useHeldByOrganisation();
  return !heldBack && doNotCallLocked === null;
}

/**
 * Gives whether a waiting submission may be tried now: what a rule would refuse again is not offered. Whether a colleague's claim
 * is a reason, the person says.
 */
export function useMayTry(): (row: OutboxRow) => boolean {
  const mayTryAny = useMayTryAny();
  const now = useNow();
  return (row) => {
    const refusal = refusalOf(row, now);
    return mayTryAny && (refusal === undefined || refusal.code === 'colleague_claimed');
  };
}

/**
 * Opens a submission in the form; takes one that is about to be sent back first, so that it isn't sent while being edited.
 * Any other stays where it is: the form sees to it. `path`: the form, and what it returns to.
 */
export function useEdit(row: OutboxRow, path = editFromOutboxPath(row.id)) {
  const [, navigate] = useLocation();
  const takeBack = useTakeBack();
  const open = () => navigate(path);
  const start = () => {
    if (row.state !== 'queued') open();
    else takeBack.mutate(row.id, { onSuccess: open });
  };
  return { label: labelOf(row), start, isPending: takeBack.isPending };
}

/** What is wanting, if that is why it isn't sent. */
function labelOf({ refusedNow }: OutboxRow): string {
  return refusedNow?.code === 'notice_missing' ? 'Add notice' : 'Edit';
}

export function useHold() {
  const { id: workspaceId, api } = useWorkspace();
  return useMutation({
    mutationFn: ({ id, hold }: { id: string; hold: boolean }) =>
      hold ? api.submissions.pause({ ids: [id] }) : api.submissions.resume({ ids: [id] }),
    onError: (error, { id }) => showErrorAbout({ workspaceId, id }, error),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Moves a queued submission back to drafts. */
function useTakeBack() {
  const { id: workspaceId, api } = useWorkspace();
  return useMutation({
    mutationFn: (id: string) => api.submissions.takeBack({ id }),
    onError: (error, id) => showErrorAbout({ workspaceId, id }, error),
    meta: SHOW_ERROR_IN_SHELL,
  });
}
