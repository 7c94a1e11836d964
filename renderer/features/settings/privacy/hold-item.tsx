import { Button } from '@mantine/core';
import type { Hold, HoldEvent } from '../../../../shared/holds.ts';
import { KIND_WORDS } from '../../../parts/holds/hold-words.ts';
import { useHoldSubject } from '../../../parts/holds/use-hold-subject.ts';
import { formatDate } from '../../../parts/time/format-time.ts';
import { askToRelease } from './ask-to-release.tsx';
import classes from './holds.module.css';

/** A hold: what it keeps, why, since when and by whom, and what happened to it. */
export function HoldItem({ hold }: { hold: Hold }) {
  const { kind, workspace, reason, placedAt, placedBy, inForce, events } = hold;
  const subject = useHoldSubject(hold);
  return (
    <li className={classes['hold']}>
      <div className={classes['said']}>
        <span className={classes['subject']}>
          <span className={classes['kind']}>{KIND_WORDS[kind]}</span> <bdi>{subject}</bdi>
        </span>
        {reason !== '' && (
          <p className={classes['reason']} dir="auto">
            {reason}
          </p>
        )}
        <span className={classes['dim']}>
          Since {formatDate(placedAt)} · by <bdi>{placedBy}</bdi> ·{' '}
          {workspace === null ? 'in all workspaces' : <bdi>{workspace}</bdi>}
        </span>
        {events.map((event) => (
          <span key={`${event.kind} ${event.at}`} className={classes['dim']}>
            <EventWords event={event} />
          </span>
        ))}
      </div>
      {inForce && (
        <Button
          size="compact-xs"
          variant="default"
          className={classes['release'] ?? ''}
          aria-label={`Release the legal hold on ${subject}`}
          onClick={() => askToRelease(hold.id, subject)}
        >
          Release…
        </Button>
      )}
    </li>
  );
}

function EventWords({ event: { kind, at, by, reason } }: { event: HoldEvent }) {
  const day = formatDate(at);
  switch (kind) {
    case 'released':
      return (
        <>
          Released on {day} by <bdi>{by}</bdi>
          {reason !== '' && (
            <>
              : <bdi>{reason}</bdi>
            </>
          )}
        </>
      );
    case 'held_again':
      return `In force again since ${day}: a restored backup had it in force`;
    case 'erased':
      return (
        <>
          Everything it kept was erased on {day} by <bdi>{by}</bdi>, who was asked a second time if it was in
          force
        </>
      );
  }
}
