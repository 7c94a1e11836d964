import { Button, Progress } from '@mantine/core';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { useChooseAnyway } from './anyway-choice.ts';
import type { OpenImport } from './import-state.ts';
import { countStates, type ReviewRow } from './judge-rows.ts';
import classes from './review.module.css';

interface QueueBarProps {
  readonly open: OpenImport;
  readonly rows: readonly ReviewRow[];
  /** Who was submitted before is not known yet. */
  readonly checking: boolean;
  readonly onQueue: () => void;
}

/** Queues what is ready, and shows how far it is. */
export function QueueBar({ open, rows, checking, onQueue }: QueueBarProps) {
  const { ready, duplicate, problem } = countStates(rows);
  if (open.run) return <QueueProgress {...open.run} />;
  if (rows.length === 0) return null;
  const again = rows.filter(({ anyway }) => anyway).length;
  return (
    <div className={classes['bar']}>
      <Button
        loading={checking}
        disabled={ready === 0 || open.unclear.size > 0}
        onClick={() => (again === 0 ? onQueue() : askToQueue(ready, again, onQueue))}
      >
        Queue {countOf(ready, 'submission')}
      </Button>
      <AllDuplicatesButton rows={rows} />
      {duplicate + problem > 0 && (
        <span className={classes['about']}>
          {ready > 0 && 'The others stay here. '}Open a row to correct it.
        </span>
      )}
    </div>
  );
}

/** One question for all duplicates among those that go. */
function askToQueue(ready: number, again: number, onQueue: () => void): void {
  askToConfirm({
    title: `${countOf(again, 'person', 'persons')} may be called again`,
    body: `${countOf(again, 'of these is a duplicate', 'of these are duplicates')}. You chose to queue ${again === 1 ? 'it' : 'them'} anyway.`,
    confirm: `Queue all ${formatNumber(ready)}`,
    danger: true,
    run: async () => onQueue(),
  });
}

/** Takes all duplicates in on purpose, or leaves them out again. */
function AllDuplicatesButton({ rows }: { rows: readonly ReviewRow[] }) {
  const choose = useChooseAnyway();
  const left = rows.filter(({ state }) => state === 'duplicate');
  const taken = rows.filter(({ anyway }) => anyway);
  if (left.length === 0 && taken.length === 0) return null;
  const on = left.length > 0;
  const some = on ? left : taken;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      onClick={() =>
        choose(
          some.map(({ number }) => number),
          on,
        )
      }
    >
      {on ? 'Include' : 'Leave out'} {countOf(some.length, 'duplicate')}
    </Button>
  );
}

function QueueProgress({ done, total }: { done: number; total: number }) {
  const words = `${formatNumber(done)} of ${countOf(total, 'submission')} queued`;
  return (
    <div className={classes['bar']}>
      <Progress.Root className={classes['progress']}>
        <Progress.Section
          value={(100 * done) / total}
          aria-label="Queueing"
          aria-valuetext={words}
          color="accent"
        />
      </Progress.Root>
      <span className={classes['about']}>{words}</span>
    </div>
  );
}
