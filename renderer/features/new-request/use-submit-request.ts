import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Submission, SubmissionInput } from '../../../shared/submission.ts';
import { api } from '../../api/api.ts';
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

/**
 * Puts a submission in the queue. A second call while one is on its way does nothing: a key held down must not call
 * anybody twice.
 */
export function useSubmitRequest({ replaces, again = null }: SubmitOrigin) {
  const busy = useRef(false);
  const say = useSubmittedToast();
  const submit = useMutation({
    mutationFn: ({ input, despiteDuplicates }: Wish) =>
      api.submissions.submit({
        ...input,
        despiteDuplicates,
        ...(replaces !== null && { replaces }),
        ...(again !== null && { again }),
      }),
    onSuccess: say,
    onSettled: () => {
      busy.current = false;
    },
  });
  const start = (wish: Wish, onSuccess: (submission: Submission) => void) => {
    if (busy.current) return;
    busy.current = true;
    submit.mutate(wish, { onSuccess });
  };
  const { isPending, error, variables, reset } = submit;
  return { start, isPending, error, refused: error ? variables?.input : undefined, reset };
}
