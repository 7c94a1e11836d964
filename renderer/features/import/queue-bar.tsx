import { Button, Progress } from '@mantine/core';
import type { RefObject } from 'react';
import { useWorkspace } from '../../api/workspace.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { useStore } from '../../store.ts';
import { useCellEdits } from './edit-cells.ts';
import type { ImportSession } from './import-session.ts';
import type { OpenImport } from './import-state.ts';
import { countStates, type ReviewRow } from './judge-rows.ts';
import classes from './review.module.css';
import { useConsentTick } from './use-consent-tick.tsx';

interface QueueBarProps {
  readonly open: OpenImport;
  readonly session: ImportSession;
  readonly rows: readonly ReviewRow[];
  /** It is not known yet who was submitted before. */
  readonly checking: boolean;
  /** What all of them agreed to; null takes it back. */
  readonly onConsent: (wording: string | null) => void;
  readonly onQueue: () => void;
  readonly queueButton: RefObject<HTMLButtonElement | null>;
  readonly stopButton: RefObject<HTMLButtonElement | null>;
}

/** Queues what is ready, and shows how far it is. */
export function QueueBar({ open, session, rows, checking, onConsent, onQueue, ...buttons }: QueueBarProps) {
  const workspace = useWorkspace();
  const consent = useConsentTick(open.consent, onConsent);
  if (open.run) return <QueueProgress run={open.run} session={session} stopButton={buttons.stopButton} />;
  if (rows.length === 0) return null;
  const { ready, held, choose, duplicate, invalid } = countStates(rows);
  const going = ready + held;
  const again = rows.filter(({ anyway }) => anyway).length;
  const queue = () => (again === 0 ? onQueue() : askToQueue(workspace.id, going, again, onQueue));
  return (
    <>
      {consent.field}
      <div className={classes['bar']}>
        <Button
          ref={buttons.queueButton}
          loading={checking}
          disabled={going === 0}
          onClick={() => consent.demand() && queue()}
        >
          Queue {countOf(going, 'submission')}
        </Button>
        <AllDuplicatesButton rows={rows} />
        {choose + duplicate + invalid > 0 && (
          <span className={classes['about']}>
            {going > 0 && 'The others stay here. '}Press a cell to put it right.
          </span>
        )}
      </div>
    </>
  );
}

/** One question for all duplicates among those that go. */
function askToQueue(workspaceId: string, going: number, again: number, onQueue: () => void): void {
  askToConfirm({
    workspaceId,
    title: `${countOf(again, 'person', 'persons')} may be called again`,
    body: `${countOf(again, 'of these is a duplicate', 'of these are duplicates')}. You chose to queue ${again === 1 ? 'it' : 'them'} anyway.`,
    confirm: `Queue all ${formatNumber(going)}`,
    danger: true,
    run: async () => onQueue(),
  });
}

/** Takes all duplicates in on purpose, or leaves them out again. */
function AllDuplicatesButton({ rows }: { rows: readonly ReviewRow[] }) {
  const { chooseAnyway } = useCellEdits();
  const left = rows.filter(({ state }) => state === 'duplicate');
  const taken = rows.filter(({ anyway }) => anyway);
  if (left.length === 0 && taken.length === 0) return null;
  const on = left.length > 0;
  const some = on ? left : taken;
  const numbers = some.map(({ number }) => number);
  return (
    <Button size="compact-sm" variant="subtle" color="gray" onClick={() => chooseAnyway(numbers, on)}>
      {on ? 'Include' : 'Leave out'} {countOf(some.length, 'duplicate')}
    </Button>
  );
}

interface QueueProgressProps extends Pick<QueueBarProps, 'session' | 'stopButton'> {
  readonly run: NonNullable<OpenImport['run']>;
}

function QueueProgress({ run: { total, cancelled }, session, stopButton }: QueueProgressProps) {
  const done = useStore(session.queuedInRun);
  const words = `${formatNumber(done)} of ${countOf(total, 'submission')} queued`;
  return (
    <div className={classes['bar']}>
      <Progress.Root className={classes['progress']} transitionDuration={0}>
        <Progress.Section
          value={(100 * done) / total}
          aria-label="Queueing"
          aria-valuetext={words}
          color="accent"
        />
      </Progress.Root>
      <span className={classes['about']}>{words}</span>
      <Button ref={stopButton} size="xs" variant="default" loading={cancelled} onClick={session.cancel}>
        Stop queueing
      </Button>
    </div>
  );
}
