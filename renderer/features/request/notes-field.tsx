import { Button, Textarea } from '@mantine/core';
import { useId } from 'react';
import type { RequestDetail } from '../../../shared/request.ts';
import { toApiError } from '../../api/api-error.ts';
import { formatNumber } from '../../parts/text/count-of.ts';
import type { NoteState } from './note-keeper.ts';
import classes from './review-card.module.css';
import { useNotes } from './use-notes.ts';

/** What the main process takes: `requests.setNotes`. */
const LONGEST_NOTES = 20_000;

const WORDS: Readonly<Record<NoteState, string>> = {
  saved: 'Saved',
  unsaved: 'Not saved yet',
  saving: 'Saving…',
  failed: 'Not saved',
};

/** The recruiter's own notes: stored while typing, and never lost to a refresh or a quick change of page. */
export function NotesField({ request }: { request: RequestDetail }) {
  const { text, state, error, type, flush } = useNotes(request);
  const label = useId();
  const nearEnd = text.length > LONGEST_NOTES - 1000;
  return (
    <div>
      <div className={classes['head']}>
        <span id={label} className={classes['name']}>
          Notes
        </span>
        <span className={classes['state']} data-failed={state === 'failed' || undefined} role="status">
          {text === '' && state === 'saved' ? '' : WORDS[state]}
        </span>
      </div>
      <Textarea
        aria-labelledby={label}
        autosize
        minRows={3}
        maxRows={14}
        maxLength={LONGEST_NOTES}
        dir="auto"
        placeholder="Only you and this computer see these"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={flush}
      />
      {nearEnd && (
        <p className={classes['hint']}>
          {formatNumber(text.length)} of {formatNumber(LONGEST_NOTES)} characters
        </p>
      )}
      {state === 'failed' && (
        <div className={classes['failed']} role="alert">
          <span>{toApiError(error).message} Your text is kept here.</span>
          <Button size="compact-xs" variant="default" onClick={flush}>
            Save now
          </Button>
        </div>
      )}
    </div>
  );
}
