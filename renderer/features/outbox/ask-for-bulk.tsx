import type { ReactNode } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { showErrorInShell } from '../../api/shell-error.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { askToSendOneAnyway } from './ask-to-send-now.tsx';
import { type BulkTarget, runBulk, runBulkLater } from './run-bulk.tsx';

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
        : "These people won't be submitted. Their records stay in the tab Discarded.",
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
export async function tryManyNow(target: BulkTarget, first: { readonly id: string }): Promise<number> {
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
