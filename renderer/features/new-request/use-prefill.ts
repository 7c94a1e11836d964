import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { RequestPrefill } from '../../../shared/deep-link.ts';
import type { LibraryEntry, LibraryKind } from '../../../shared/library.ts';
import type { SubmissionInput } from '../../../shared/submission.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { entryNamed, useDefaultQuestionnaire } from '../../parts/matching.ts';
import { takePrefill, useOfferedPrefill } from '../../parts/pending-links-notice.tsx';
import { showUndoToast } from '../../parts/toast.tsx';
import { EMPTY_DRAFT, isUntouched, requestDraft, saveRequestDraft } from './request-draft.ts';

/**
 * Fills New request in from links: an untouched form at once, any other after a question. `version` changes whenever the
 * form has to reload its draft. `job`: the job description that the form was opened for, with its `questionnaire`.
 */
export function usePrefill(workspaceId: string, job: string | null, questionnaire: string | null) {
  const offered = useOfferedPrefill();
  const { data: library, isError } = useQuery(useWorkspace().queries.library.list());
  const named = useNamed(library ?? []);
  const [version, setVersion] = useState(0);
  const [filled, setFilled] = useState(false);
  // A link may name Library entries, so the Library must have loaded or failed to.
  const ready = library !== undefined || isError;

  const reload = (draft: SubmissionInput) => {
    saveRequestDraft(workspaceId, draft);
    setVersion((before) => before + 1);
  };
  const begin = (draft: SubmissionInput, isFilled: boolean) => {
    reload(draft);
    setFilled(isFilled);
  };
  const merge = useEffectEvent((prefill: RequestPrefill) =>
    reload(named(prefill, requestDraft(workspaceId))),
  );
  const untouched = isUntouched(workspaceId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace has another draft
  useEffect(() => {
    if (!offered || !ready || !untouched) return;
    takePrefill(offered);
    merge(offered);
    setFilled(true);
  }, [offered, ready, untouched, workspaceId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace has another draft
  useEffect(() => {
    if (job === null || !ready) return;
    merge({
      jobDescriptionId: job,
      ...(questionnaire !== null && { questionnaireTemplateId: questionnaire }),
    });
  }, [job, questionnaire, ready, workspaceId]);

  return {
    version,
    filled,
    /** The prefill that waits for the user's decision. */
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
    /** To call when the form no longer has the link's values. */
    forget: () => setFilled(false),
  };
}

/** Merges a prefill into a draft; resolves the names of Library entries to IDs. */
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
      // The previous questionnaire belonged to another job.
      draft.questionnaireTemplateId =
        defaultQuestionnaire(draft.jobDescriptionId, { job: '', questionnaire: '' }) ?? '';
    }
    if (questionnaire !== undefined) draft.questionnaireTemplateId = idOf('questionnaire', questionnaire);
    return draft;
  };
}
