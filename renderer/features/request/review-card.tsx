import { type RefObject, useRef } from 'react';
import type { RequestDetail } from '../../../shared/request.ts';
import { useFilterValues } from '../../api/requests.ts';
import { type Action, useActions } from '../../parts/shortcuts/actions.ts';
import { TagEditor } from '../../parts/tags/tag-editor.tsx';
import { useAnnotations } from '../../parts/verdict/use-annotations.ts';
import { VerdictPicker } from '../../parts/verdict/verdict-picker.tsx';
import { NotesField } from './notes-field.tsx';
import classes from './review-card.module.css';

/** The most tags the palette offers to add; the most frequent come first. */
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
      action(`remove.${tag}`, `Remove tag: ${tag}`, () => setTags(own.filter((other) => other !== tag))),
    ),
  ];
}

/** The recruiter's review of the candidate: verdict, tags and notes. */
export function ReviewCard({ request }: { request: RequestDetail }) {
  const { setVerdict, setTags } = useAnnotations(request);
  const known = (useFilterValues().data?.tags ?? []).map(({ value }) => value);
  const card = useRef<HTMLElement>(null);
  useActions(tagActions({ own: request.tags, known, setTags, card }));
  return (
    <section ref={card} className={classes['card']} aria-label="Your review">
      <div className={classes['marks']}>
        <VerdictPicker
          value={request.verdict}
          onChange={setVerdict}
          label={`Verdict on ${request.candidateName}`}
        />
        <TagEditor value={request.tags} suggestions={known} onChange={setTags} />
      </div>
      <NotesField request={request} />
    </section>
  );
}
