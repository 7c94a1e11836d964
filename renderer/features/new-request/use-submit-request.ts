import { useEffect, useRef, useState } from 'react';
import type { Submission, SubmissionInput } from '../../../shared/submission.ts';
import { afterPaint } from '../../api/after-paint.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { useSubmittedToast } from './use-submitted-toast.tsx';

/** The submission that a new one comes from. */
export interface SubmitOrigin {
  /** The draft or refused submission to replace. */
  readonly replaces: string | null;
  /** The submission to repeat on purpose. */
  readonly again?: string | null;
}

interface Attempt {
  readonly input: SubmissionInput;
  /** The user confirmed that this number may be submitted again. */
  readonly despiteDuplicates: boolean;
  /** The user lets it wait until notice and call are far enough apart. */
  readonly waitForNotice: boolean;
}

/** Why a submission was not queued. */
interface Refusal {
  readonly error: unknown;
  readonly input: SubmissionInput;
}

/** The delay before the button shows progress, ms. */
const SLOW_MS = 200;

/**
 * Queues a submission. Ignores calls while one is under way: holding a key down must not call anybody twice.
 *
 * The toast appears as early as possible: nothing re-renders before the call, and the form resets (`onQueued`, with
 * whether the user is still on the page) only after the toast is painted.
 */
export function useSubmitRequest({ replaces, again = null }: SubmitOrigin) {
  const { api } = useWorkspace();
  const busy = useRef(false);
  const mounted = useMounted();
  const [isSlow, setSlow] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const showSubmitted = useSubmittedToast();
  const submit = async ({ input, despiteDuplicates, waitForNotice }: Attempt): Promise<boolean> => {
    const submitted = api.submissions.submit({
      ...input,
      despiteDuplicates,
      waitForNotice,
      ...(replaces !== null && { replaces }),
      ...(again !== null && { again }),
    });
    const slow = setTimeout(() => setSlow(true), SLOW_MS);
    let submission: Submission;
    try {
      submission = await submitted;
    } catch (error) {
      setRefusal({ error, input });
      return false;
    } finally {
      clearTimeout(slow);
      setSlow(false);
    }
    showSubmitted(submission);
    setRefusal(null);
    return true;
  };
  const start = async (attempt: Attempt, onQueued: (stillHere: boolean) => void): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    const isQueued = await submit(attempt);
    if (isQueued && mounted.current) await afterPaint();
    busy.current = false;
    if (isQueued) onQueued(mounted.current);
  };
  return {
    start,
    /** It takes so long that the button shows progress. */
    isSlow,
    error: refusal?.error ?? null,
    refused: refusal?.input,
    reset: () => setRefusal(null),
  };
}

function useMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
