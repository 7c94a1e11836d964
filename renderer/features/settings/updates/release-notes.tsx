import { Box } from '@mantine/core';
import { useId } from 'react';
import type { Update } from '../../../../shared/updates.ts';
import { formatDate } from '../../../parts/time/format-time.ts';
import classes from './update-status.module.css';

/** The release notes, as plain text because they come from outside. */
export function ReleaseNotes({ update }: { update: Update }) {
  const heading = useId();
  if (update.notes === '') return null;
  return (
    <section aria-labelledby={heading} className={classes['notes']}>
      <h3 id={heading} className={classes['notesTitle']}>
        New in {update.version}
        {update.releasedAt !== null && (
          <span className={classes['released']}>{formatDate(update.releasedAt)}</span>
        )}
      </h3>
      <Box
        className={classes['notesText'] ?? ''}
        dir="auto"
        tabIndex={0}
        role="group"
        aria-labelledby={heading}
      >
        {update.notes}
      </Box>
    </section>
  );
}
