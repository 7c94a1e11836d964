import { Button, Stack, TagsInput, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type RefObject, useEffect, useId, useRef } from 'react';
import type { ColleagueNote, ColleagueVerdict, RequestDetail, Verdict } from '../../../shared/request.ts';
import { MAX_NOTES_LENGTH, MAX_TAG_LENGTH } from '../../../shared/request-filter.ts';
import { answeredError, toApiError, type WorkspaceAccess } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Dim } from '../../parts/layout.tsx';
import { type Action, useActions } from '../../parts/shortcuts.ts';
import { ClippedText, LongText } from '../../parts/text.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { rememberChange } from '../../parts/undo-stack.ts';
import { useStore } from '../../store.ts';
import { useAnnotations } from '../requests/use-annotations.ts';
import { VerdictMark } from '../requests/verdict-mark.tsx';
import { VerdictPicker } from '../requests/verdict-picker.tsx';
import { NotesAutosave, type NotesState } from './notes-autosave.ts';
import classes from './request-page.module.css';

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

interface ReviewCardProps {
  readonly request: RequestDetail;
  /** Takes a verdict given by mouse, as one by key. */
  readonly onVerdict: (verdict: Verdict) => void;
}

/** The recruiter's review of the candidate: verdict, tags and notes. */
export function ReviewCard({ request, onVerdict }: ReviewCardProps) {
  const { setVerdict, setTags } = useAnnotations(request);
  const known = (useQuery(useWorkspace().queries.requests.filterValues()).data?.tags ?? []).map(
    ({ value }) => value,
  );
  const card = useRef<HTMLElement>(null);
  useActions(tagActions({ own: request.tags, known, setTags, card }));
  return (
    <section ref={card} className={classes['reviewCard']} aria-label="Your review">
      <Stack gap={12} miw={0}>
        <VerdictPicker
          value={request.verdict}
          onChange={(verdict, clicks) => {
            // Arrows pass over verdicts that aren't meant. The second of two clicks may meet the next request.
            if (clicks === 0) setVerdict(verdict);
            else if (clicks === 1) onVerdict(verdict);
          }}
          label={`Verdict on ${request.candidateName}`}
        />
        <TagEditor value={request.tags} suggestions={known} onChange={setTags} />
      </Stack>
      <NotesField request={request} />
      <Colleagues request={request} />
    </section>
  );
}

/** What colleagues say of the candidate: each one's verdict, its reason, and their note. Nothing if nobody has said anything. */
function Colleagues({ request: { colleagueVerdicts, colleagueNotes } }: { request: RequestDetail }) {
  const said = [...colleagueVerdicts, ...colleagueNotes];
  const people = [...new Set(said.map(({ person }) => person))].toSorted((one, other) =>
    one.localeCompare(other),
  );
  if (people.length === 0) return null;
  return (
    <ul className={classes['colleagues']} aria-label="Colleagues">
      {people.map((person) => (
        <li key={person}>
          {[...colleagueVerdicts, ...colleagueNotes]
            .filter((said) => said.person === person)
            .map((said, index) => (
              <Fragment key={`${'verdict' in said} ${said.at}`}>
                <div className={classes['colleague']}>
                  {index === 0 && <ClippedText strong>{person}</ClippedText>}
                  {'verdict' in said && <VerdictMark verdict={said.verdict} />}
                  <Dim>
                    {'text' in said && 'noted '}
                    <RelativeTime at={said.at} />
                  </Dim>
                </div>
                {wordsOf(said) !== '' && <LongText text={wordsOf(said)} brief />}
              </Fragment>
            ))}
        </li>
      ))}
    </ul>
  );
}

function wordsOf(said: ColleagueVerdict | ColleagueNote): string {
  return 'text' in said ? said.text : said.reason;
}

const WORDS: Readonly<Record<NotesState, string>> = {
  saved: 'Saved',
  unsaved: 'Not saved yet',
  saving: 'Saving…',
  failed: 'Not saved',
};

/** The recruiter's notes, saved while typing; a refresh or leaving the page never loses any. */
function NotesField({ request }: { request: RequestDetail }) {
  const { text, state, error, edit, flush } = useNotes(request);
  const label = useId();
  const nearEnd = text.length > MAX_NOTES_LENGTH - 1000;
  return (
    <div>
      <div className={classes['notesHead']}>
        <Text id={label} span inherit fw={500}>
          Notes
        </Text>
        <span className={classes['notesState']} data-failed={state === 'failed' || undefined} role="status">
          {text === '' && state === 'saved' ? '' : WORDS[state]}
        </span>
      </div>
      <Textarea
        aria-labelledby={label}
        autosize
        minRows={3}
        maxRows={14}
        maxLength={MAX_NOTES_LENGTH}
        dir="auto"
        placeholder={request.isShared ? 'Your team can read them' : 'Stored on this computer only'}
        value={text}
        onChange={(event) => edit(event.currentTarget.value)}
        onBlur={flush}
      />
      {nearEnd && (
        <Dim component="p" mt={4}>
          {formatNumber(text.length)} of {formatNumber(MAX_NOTES_LENGTH)} characters
        </Dim>
      )}
      {state === 'failed' && (
        <div className={classes['notesFailed']} role="alert">
          <span>{toApiError(error).message} Your text is kept here.</span>
          <Button size="compact-sm" variant="default" onClick={flush}>
            Save now
          </Button>
        </div>
      )}
    </div>
  );
}

/** By workspace and request; unsaved notes must outlive the page. */
const autosaves = new Map<string, NotesAutosave>();

function autosaveOf(workspace: WorkspaceAccess, requestId: string, stored: string): NotesAutosave {
  const key = `${workspace.id} ${requestId}`;
  const known = autosaves.get(key);
  if (known) return known;
  for (const [other, autosave] of autosaves) if (!autosave.isNeeded) autosaves.delete(other);
  const autosave = new NotesAutosave(stored, (notes) =>
    workspace.api.requests.setNotes({ requestId, notes }),
  );
  autosaves.set(key, autosave);
  return autosave;
}

/** A request's notes while they are edited; saved automatically. What was typed can be undone from outside the field. */
function useNotes(request: Pick<RequestDetail, 'requestId' | 'candidateName' | 'notes'>) {
  const { requestId, candidateName, notes } = request;
  const workspace = useWorkspace();
  const autosave = autosaveOf(workspace, requestId, notes);
  const snapshot = useStore(autosave.notes);
  useEffect(() => autosave.adopt(notes), [autosave, notes]);
  useEffect(() => {
    const flush = () => void autosave.flush();
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      void endTyping(autosave, workspace, { requestId, candidateName });
    };
  }, [autosave, workspace, requestId, candidateName]);
  return {
    ...snapshot,
    edit: (text: string) => autosave.edit(text),
    flush: () => void endTyping(autosave, workspace, request),
  };
}

/** Saves what was typed, as one change that can be undone. */
async function endTyping(
  autosave: NotesAutosave,
  workspace: WorkspaceAccess,
  { requestId, candidateName }: Pick<RequestDetail, 'requestId' | 'candidateName'>,
): Promise<void> {
  const typed = await autosave.endTyping();
  if (!typed) return;
  const undo = async () => {
    const { notes } = await workspace.api.requests.get({ requestId });
    const current = autosaveOf(workspace, requestId, notes);
    current.adopt(notes);
    if (!(await current.undo(typed))) throw await answeredError({ code: 'changed_since', values: null });
  };
  rememberChange({ workspaceId: workspace.id, what: `Notes on ${candidateName}`, undo });
}

/** As of `annotationChange` in shared/request-filter.ts. */
const MAX_TAGS = 20;

interface TagEditorProps {
  readonly value: readonly string[];
  /** Tags in use elsewhere, most frequent first. */
  readonly suggestions: readonly string[];
  readonly onChange: (tags: string[]) => void;
}

/** A tag input: Enter or a comma adds a tag, Backspace removes the last one. */
export function TagEditor({ value, suggestions, onChange }: TagEditorProps) {
  return (
    <TagsInput
      aria-label="Tags"
      value={[...value]}
      data={[...suggestions]}
      limit={20}
      maxTags={MAX_TAGS}
      maxLength={MAX_TAG_LENGTH}
      splitChars={[',', ';', '\n']}
      acceptValueOnBlur
      placeholder={value.length === 0 ? 'Add a tag' : ''}
      dir="auto"
      classNames={{ inputField: classes['tagsField'] ?? '' }}
      onChange={(tags) => onChange(normalise(tags))}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

/** Collapses white space and removes duplicates, ignoring case. */
function normalise(tags: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags) {
    const word = tag.trim().replace(/\s+/g, ' ').slice(0, MAX_TAG_LENGTH);
    const key = word.toLocaleLowerCase();
    if (word !== '' && !seen.has(key)) seen.set(key, word);
  }
  return [...seen.values()];
}
