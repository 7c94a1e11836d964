import { useEffect, useRef, useState } from 'react';
import type { Submission, SubmissionInput } from '../../../shared/submission.ts';
import { afterPaint } from '../../api/after-paint.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { useSubmittedToast } from './use-submitted-toast.tsx';

/** Where what is submitted comes from. */
export interface SubmitOrigin {
  /** The draft or refused submission this one takes the place of. */
  readonly replaces: string | null;
  /** The submission this one is a deliberate second try of. */
  readonly again?: string | null;
}

interface Wish {
  readonly input: SubmissionInput;
  /** The person's word that submitting this number once more is meant. */
  readonly despiteDuplicates: boolean;
}

/** Why a submission is not in the queue. */
interface Refusal {
  readonly error: unknown;
  readonly input: SubmissionInput;
}

/** After so long a person wonders whether anything is happening, ms: the answer is mostly there far earlier. */
const NOTICED_MS = 200;

/**
 * Puts a submission in the queue. A second call while one is on its way does nothing: a key held down must not call
 * anybody twice.
 *
 * Between the press and the message that it waits nothing stands but the disk: it is sent before anything is drawn
 * anew, the message comes alone, and the form is emptied (`onQueued`, told whether the person is still on the page) when
 * that is on screen. What else shows it is told by the change notices that come with the answer.
 */
export function useSubmitRequest({ replaces, again = null }: SubmitOrigin) {
  const { api } = useWorkspace();
  const busy = useRef(false);
  const mounted = useMounted();
  const [isSlow, setSlow] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const say = useSubmittedToast();
  const submit = async ({ input, despiteDuplicates }: Wish): Promise<boolean> => {
    const submitted = api.submissions.submit({
      ...input,
      despiteDuplicates,
      ...(replaces !== null && { replaces }),
      ...(again !== null && { again }),
    });
    const slow = setTimeout(() => setSlow(true), NOTICED_MS);
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
    say(submission);
    setRefusal(null);
    return true;
  };
  const start = async (wish: Wish, onQueued: (stillHere: boolean) => void): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    const isQueued = await submit(wish);
    if (isQueued && mounted.current) await afterPaint();
    busy.current = false;
    if (isQueued) onQueued(mounted.current);
  };
  return {
    start,
    /** It takes so long that it has to be shown. */
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
