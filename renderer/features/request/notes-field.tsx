import { Button, Textarea } from '@mantine/core';
import { useId } from 'react';
import type { RequestDetail } from '../../../shared/request.ts';
import { MAX_NOTES_LENGTH } from '../../../shared/request-filter.ts';
import { toApiError } from '../../api/api-error.ts';
import { formatNumber } from '../../parts/text/count-of.ts';
import type { NotesState } from './notes-autosave.ts';
import classes from './review-card.module.css';
import { useNotes } from './use-notes.ts';

const WORDS: Readonly<Record<NotesState, string>> = {
  saved: 'Saved',
  unsaved: 'Not saved yet',
  saving: 'Saving…',
  failed: 'Not saved',
};

/** The recruiter's notes, saved while typing; a refresh or leaving the page never loses any. */
export function NotesField({ request }: { request: RequestDetail }) {
  const { text, state, error, edit, flush } = useNotes(request);
  const label = useId();
  const nearEnd = text.length > MAX_NOTES_LENGTH - 1000;
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
        maxLength={MAX_NOTES_LENGTH}
        dir="auto"
        placeholder="Stored on this computer only"
        value={text}
        onChange={(event) => edit(event.currentTarget.value)}
        onBlur={flush}
      />
      {nearEnd && (
        <p className={classes['hint']}>
          {formatNumber(text.length)} of {formatNumber(MAX_NOTES_LENGTH)} characters
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
