import { useEffect, useRef, useState } from 'react';
import type { RequestPrefill } from '../../../shared/deep-link.ts';
import type { LibraryEntry, LibraryKind } from '../../../shared/library.ts';
import type { SubmissionInput } from '../../../shared/submission.ts';
import { useLibrary } from '../../api/library.ts';
import { useDefaultQuestionnaire } from '../../parts/library-field/default-questionnaire.ts';
import { entryNamed } from '../../parts/library-field/match-entries.ts';
import { showUndoToast } from '../../parts/toast/show-undo-toast.tsx';
import { takePrefill, useOfferedPrefill } from '../../routes/prefills.ts';
import { EMPTY_DRAFT, isUntouched, keepRequestDraft, requestDraft } from './request-draft.ts';

/**
 * What links bring into New request. An untouched form is filled in at once; over anything typed, the person decides.
 * `version` changes whenever the form has to begin anew with its draft.
 */
export function usePrefill(workspaceId: string) {
  const offered = useOfferedPrefill();
  const { data: library, isError } = useLibrary();
  const named = useNamed(library ?? []);
  const [version, setVersion] = useState(0);
  const [filled, setFilled] = useState(false);
  // A link may name entries of the Library: it has to be there, or known not to come.
  const ready = library !== undefined || isError;
  const latest = useRef(named);
  useEffect(() => {
    latest.current = named;
  });

  const begin = (draft: SubmissionInput, isFilled: boolean) => {
    keepRequestDraft(workspaceId, draft);
    setVersion((before) => before + 1);
    setFilled(isFilled);
  };
  const untouched = isUntouched(workspaceId);
  useEffect(() => {
    if (!offered || !ready || !untouched) return;
    takePrefill(offered);
    keepRequestDraft(workspaceId, latest.current(offered, requestDraft(workspaceId)));
    setVersion((before) => before + 1);
    setFilled(true);
  }, [offered, ready, untouched, workspaceId]);

  return {
    version,
    filled,
    /** Waits for the person's decision. */
    question: ready && !untouched ? offered : null,
    use: (prefill: RequestPrefill) => {
      const before = requestDraft(workspaceId);
      takePrefill(prefill);
      begin(named(prefill, EMPTY_DRAFT), true);
      showUndoToast({
        workspaceId,
        title: 'New request was filled in from a link',
        undo: async () => begin(before, false),
      });
    },
    decline: takePrefill,
    /** The form was emptied or is no longer what the link said. */
    forget: () => setFilled(false),
  };
}

/** A prefill as a draft: entries of the Library by their name, too, and what the draft before had where it says nothing. */
function useNamed(entries: readonly LibraryEntry[]) {
  const defaultQuestionnaire = useDefaultQuestionnaire();
  const idOf = (kind: LibraryKind, text: string) =>
    entryNamed(
      entries.filter((entry) => entry.kind === kind),
      text,
    )?.serviceId ?? text;
  return (prefill: RequestPrefill, carried: SubmissionInput): SubmissionInput => {
    const { jobDescriptionId: job, questionnaireTemplateId: questionnaire, ...person } = prefill;
    const draft = { ...carried, ...person };
    if (job !== undefined) {
      draft.jobDescriptionId = idOf('job_description', job);
      // The questionnaire before belonged to another job.
      draft.questionnaireTemplateId =
        defaultQuestionnaire(draft.jobDescriptionId, { job: '', questionnaire: '' }) ?? '';
    }
    if (questionnaire !== undefined) draft.questionnaireTemplateId = idOf('questionnaire', questionnaire);
    return draft;
  };
}
