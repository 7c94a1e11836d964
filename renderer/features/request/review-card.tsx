import { useQueryClient } from '@tanstack/react-query';
import type { RequestDetail, Verdict } from '../../../shared/request.ts';
import { restoreMarks, useAnnotateRequest } from '../../api/request-actions.ts';
import { useFilterValues } from '../../api/requests.ts';
import { TagEditor } from '../../parts/tags/tag-editor.tsx';
import { showUndoToast } from '../../parts/toast/show-undo-toast.tsx';
import { VerdictPicker } from '../../parts/verdict/verdict-picker.tsx';
import { VERDICT_WORDS } from '../../parts/verdict/verdict-words.ts';
import { NotesField } from './notes-field.tsx';
import classes from './review-card.module.css';

/** Sets marks of a request with a toast that takes them back. */
export function useMarks(request: RequestDetail) {
  const client = useQueryClient();
  const annotate = useAnnotateRequest(request.requestId);
  const undoable = (title: string, change: Parameters<typeof annotate.mutate>[0]) =>
    annotate.mutate(change, {
      onSuccess: (before) => showUndoToast({ title, undo: () => restoreMarks(client, before) }),
    });
  return {
    setVerdict: (verdict: Verdict) => {
      if (verdict !== request.verdict)
        undoable(`${request.candidateName}: ${VERDICT_WORDS[verdict]}`, { verdict });
    },
    setArchived: (archived: boolean) =>
      undoable(
        archived ? `${request.candidateName} is archived` : `${request.candidateName} is back in the list`,
        {
          archived,
        },
      ),
    setTags: (tags: readonly string[]) =>
      annotate.mutate({
        addTags: tags.filter((tag) => !request.tags.includes(tag)),
        removeTags: request.tags.filter((tag) => !tags.includes(tag)),
      }),
  };
}

/** What the recruiter makes of the candidate: verdict, tags, notes. */
export function ReviewCard({ request }: { request: RequestDetail }) {
  const { setVerdict, setTags } = useMarks(request);
  const tags = useFilterValues().data?.tags ?? [];
  return (
    <section className={classes['card']} aria-label="Your review">
      <div className={classes['marks']}>
        <VerdictPicker
          value={request.verdict}
          onChange={setVerdict}
          label={`Verdict on ${request.candidateName}`}
        />
        <TagEditor value={request.tags} suggestions={tags.map(({ value }) => value)} onChange={setTags} />
      </div>
      <NotesField request={request} />
    </section>
  );
}
