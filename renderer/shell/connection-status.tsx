import { ActionIcon } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { AppState } from '../../shared/app-state.ts';
import { attentionOf } from '../../shared/outbox.ts';
import { useAppState, useOutboxCounts } from '../api/app-state.tsx';
import { useSetPaused } from '../api/outbox.ts';
import { useHeldByOrganisation } from '../api/policy.ts';
import { formatNumber } from '../parts/text/count-of.ts';
import { outboxPath } from '../routes/paths.ts';
import classes from './connection-status.module.css';

type StatusWord = 'Online' | 'Offline' | 'Signed out' | 'Paused' | 'Waiting for key store';

/** The header's status. The cause that stops the most comes first. */
function statusWord(state: AppState, held: boolean): StatusWord {
  if (state.session?.phase === 'waiting_for_key_store') return 'Waiting for key store';
  if (state.session?.phase !== 'signed_in') return 'Signed out';
  if (!state.reachable) return 'Offline';
  return state.paused || held ? 'Paused' : 'Online';
}

/** Shows whether submissions are being sent, how many need the person and how many are waiting, and the button that pauses sending. */
export function ConnectionStatus() {
  const state = useAppState();
  const word = statusWord(state, useHeldByOrganisation());
  const counts = useOutboxCounts();
  const forPerson = attentionOf(counts);
  return (
    <div className={classes['cluster']}>
      {forPerson > 0 && (
        <Link href={outboxPath('needs-you')} className={classes['waiting']} data-urgent>
          {forPerson === 1 ? '1 needs you' : `${formatNumber(forPerson)} need you`}
        </Link>
      )}
      {counts.waiting > 0 && (
        <Link href="/outbox" className={classes['waiting']}>
          {`${formatNumber(counts.waiting)} waiting`}
        </Link>
      )}
      <div role="status" className={classes['status']} data-word={word}>
        {word}
      </div>
      <PauseButton paused={state.paused} />
    </div>
  );
}

function PauseButton({ paused }: { paused: boolean }) {
  const change = useSetPaused();
  const label = paused ? 'Resume sending' : 'Pause sending';
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      variant={paused ? 'light' : 'subtle'}
      color={paused ? 'accent' : 'gray'}
      loading={change.isPending}
      onClick={() => change.mutate(!paused)}
    >
      {paused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
    </ActionIcon>
  );
}
