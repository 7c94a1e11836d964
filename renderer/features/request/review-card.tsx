import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import type { RequestDetail, Verdict } from '../../../shared/request.ts';
import { restoreAnnotations, useAnnotateRequest } from '../../api/request-actions.ts';
import { useFilterValues } from '../../api/requests.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { type Action, useActions } from '../../parts/shortcuts/actions.ts';
import { TagEditor } from '../../parts/tags/tag-editor.tsx';
import { showUndoToast } from '../../parts/toast/show-undo-toast.tsx';
import { VerdictPicker } from '../../parts/verdict/verdict-picker.tsx';
import { VERDICT_WORDS } from '../../parts/verdict/verdict-words.ts';
import { NotesField } from './notes-field.tsx';
import classes from './review-card.module.css';

/** Sets marks of a request with a toast that takes them back. */
export function useMarks(request: RequestDetail) {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const annotate = useAnnotateRequest(request.requestId);
  const undoable = (title: string, change: Parameters<typeof annotate.mutate>[0]) =>
    annotate.mutate(change, {
      onSuccess: (before) =>
        showUndoToast({
          workspaceId: workspace.id,
          title,
          undo: () => restoreAnnotations(workspace, client, before),
        }),
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

/** As many tags are offered one by one in the palette, the most frequent ones. */
const MOST_TAG_ACTIONS = 12;

interface TagActions {
  readonly own: readonly string[];
  readonly known: readonly string[];
  readonly setTags: (tags: readonly string[]) => void;
  readonly card: RefObject<HTMLElement | null>;
}

function tagActions({ own, known, setTags, card }: TagActions): readonly Action[] {
  const action = (id: string, name: string, run: () => void): Action => ({
    id: `request.tag.${id}`,
    name,
    group: 'This request',
    keywords: 'tag label',
    run,
  });
  return [
    action('new', 'Add a tag…', () =>
      card.current?.querySelector<HTMLElement>('input[aria-label="Tags"]')?.focus(),
    ),
    ...known
      .filter((tag) => !own.includes(tag))
      .slice(0, MOST_TAG_ACTIONS)
      .map((tag) => action(`add.${tag}`, `Add tag: ${tag}`, () => setTags([...own, tag]))),
    ...own.map((tag) =>
      action(`remove.${tag}`, `Take off tag: ${tag}`, () => setTags(own.filter((other) => other !== tag))),
    ),
  ];
}

/** What the recruiter makes of the candidate: verdict, tags, notes. */
export function ReviewCard({ request }: { request: RequestDetail }) {
  const { setVerdict, setTags } = useMarks(request);
  const tags = useFilterValues().data?.tags ?? [];
  const card = useRef<HTMLElement>(null);
  useActions(tagActions({ own: request.tags, known: tags.map(({ value }) => value), setTags, card }));
  return (
    <section ref={card} className={classes['card']} aria-label="Your review">
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
