import { Button, Progress } from '@mantine/core';
import { useEffect } from 'react';
import type { DatabaseCheck, DatabaseHealth, DatabaseProblem } from '../../../../shared/diagnostics.ts';
import { useCancelDatabaseCheck, useCheckDatabase, useDatabaseCheck } from '../../../api/diagnostics.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { countOf } from '../../../parts/text/count-of.ts';
import { formatRelative } from '../../../parts/time/format-time.ts';
import { useNow } from '../../../parts/time/use-now.ts';
import { CheckRow } from '../check-row.tsx';
import classes from './health.module.css';
import { stateOfCheck } from './health-states.ts';

/** The database check; starts when the page is first opened, and on request. */
export function DatabaseCheckRow({ health }: { health: DatabaseHealth }) {
  const { data: check, error } = useDatabaseCheck();
  const start = useCheckDatabase();
  const cancel = useCancelDatabaseCheck();
  const never = check?.phase === 'none' && start.isIdle;
  const begin = start.mutate;
  useEffect(() => {
    if (never) begin(false);
  }, [never, begin]);
  const now = useNow();
  if (error || start.error || !check) {
    return (
      <CheckRow name="Database check" state={check ? 'look' : 'running'} words="">
        <ErrorNotice error={error ?? start.error} onRetry={() => begin(false)} />
      </CheckRow>
    );
  }
  if (check.phase === 'ended') {
    return (
      <CheckRow
        name="Database check"
        state={stateOfCheck(check, health)}
        words={
          health.damaged ? `Something stored could not be read. ${wordsOf(check, now)}` : wordsOf(check, now)
        }
        next={adviceOn(check, health)}
        actions={
          <Button size="xs" variant="default" loading={start.isPending} onClick={() => begin(true)}>
            Check thoroughly
          </Button>
        }
      />
    );
  }
  const { done, total } = check.phase === 'running' ? check : { done: 0, total: 0 };
  return (
    <CheckRow
      name="Database check"
      state="running"
      words={
        total > 2
          ? `Step ${done + 1} of ${total}. You can go on working.`
          : 'Being checked. You can go on working.'
      }
      actions={
        <Button size="xs" variant="default" onClick={() => cancel.mutate()}>
          Stop the check
        </Button>
      }
    >
      {total > 2 && (
        <Progress
          className={classes['progress'] ?? ''}
          size="sm"
          value={(100 * done) / total}
          aria-label="Database check"
        />
      )}
    </CheckRow>
  );
}

type Ended = Extract<DatabaseCheck, { phase: 'ended' }>;

function wordsOf({ ended, problems, thorough, at }: Ended, now: number): string {
  const when = `${thorough ? 'Checked thoroughly' : 'Checked'} ${formatRelative(at, now)}.`;
  switch (ended) {
    case 'sound':
      return `The check found no damage. ${when}`;
    case 'damaged':
      return `${problems.map(problemWords).join(' ')} ${when}`;
    case 'cancelled':
      return 'The check was stopped before its end. Nothing is known from it.';
    case 'failed':
      return 'The check could not be made: the file could not be opened or read.';
  }
}

function problemWords({ kind, table, count }: DatabaseProblem): string {
  const where = table === null ? 'the file' : `the table ${table}`;
  return kind === 'damage'
    ? `Damage in ${where}: ${countOf(count, 'place')}.`
    : `In ${where}, ${countOf(count, 'row')} refer to something that is not there.`;
}

function adviceOn({ ended, problems }: Ended, { damaged }: DatabaseHealth): string | undefined {
  if (damaged || (ended === 'damaged' && problems.some(({ kind }) => kind === 'damage'))) {
    return 'Save a backup now if you can, then quit Callboard and start it again. It checks the file then, keeps it if it has to begin a new one, and says where it is.';
  }
  if (ended === 'damaged') return 'Nothing is lost by that. Give the diagnostics below to your support.';
  if (ended === 'failed')
    return 'Check the free space and that no other program holds the file, then check again.';
  return undefined;
}
