import { Anchor } from '@mantine/core';
import type { Submission } from '../../../shared/submission.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { hideToast, isToastShown, showToast } from '../../parts/toast/show-toast.tsx';
import { requestSwitch } from '../../routes/pending-switches.ts';
import { endingAtOutbox } from './ends-at-outbox.tsx';
import { toastOf } from './submission-toast.tsx';

/** Submissions that went wrong while a newer one was on screen, by workspace: they share one toast. */
const warnings = new Map<string, Map<string, Submission>>();

const toastId = (workspaceId: string) => `submitted earlier ${workspaceId}`;

/** Adds a submission, or shows what is new about it. */
export function showEarlierWarning(submission: Submission): void {
  const { workspaceId, id } = submission;
  // Without their toast, the others were dismissed.
  const shown = isToastShown(toastId(workspaceId)) ? warnings.get(workspaceId) : undefined;
  const own = (shown ?? new Map<string, Submission>()).set(id, submission);
  warnings.set(workspaceId, own);
  showWarnings(workspaceId, own);
}

/** Whether the submission is in a toast that nobody has dismissed. */
export function isEarlierWarning({ workspaceId, id }: Submission): boolean {
  return isToastShown(toastId(workspaceId)) && warnings.get(workspaceId)?.has(id) === true;
}

/** Removes a submission whose cause has ended. */
export function endEarlierWarning(submission: Submission): void {
  if (!isEarlierWarning(submission)) return;
  const { workspaceId, id } = submission;
  const own = warnings.get(workspaceId);
  own?.delete(id);
  if (own && own.size > 0) showWarnings(workspaceId, own);
  else hideToast(toastId(workspaceId));
}

function showWarnings(workspaceId: string, own: ReadonlyMap<string, Submission>): void {
  const [first, ...others] = own.values();
  if (!first) return;
  const id = toastId(workspaceId);
  const toast = { id, workspaceId, tone: 'problem' } as const;
  if (others.length === 0) {
    const { title, message } = toastOf(first, { undoUntil: 0, now: Date.now(), state: undefined });
    showToast({ ...toast, title, message: endingAtOutbox(id, workspaceId, message) });
    return;
  }
  const names = [...own.values()].map(({ candidateName }) => candidateName);
  showToast({
    ...toast,
    title: `${countOf(own.size, 'submission')} need you`,
    message: endingAtOutbox(
      id,
      workspaceId,
      <>
        <div dir="auto">{namesInShort(names)}</div>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => requestSwitch({ workspaceId, path: '/outbox', title: 'Open the Outbox' })}
        >
          See where they are
        </Anchor>
      </>,
    ),
  });
}

const MOST_NAMES = 3;

function namesInShort(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  const named = rest > 0 ? [...names.slice(0, MOST_NAMES), countOf(rest, 'other')] : names;
  return new Intl.ListFormat('en').format(named);
}
