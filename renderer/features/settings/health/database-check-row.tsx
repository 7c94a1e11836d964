import { Button, Progress } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type {
  DatabaseCheck,
  DatabaseHealth,
  DatabaseProblem,
  HealthState,
} from '../../../../shared/diagnostics.ts';
import { api, queries } from '../../../api/api.ts';
import { countOf, formatRelative } from '../../../parts/format.ts';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { useNow } from '../../../parts/time.tsx';
import { CheckRow } from '../check-row.tsx';
import classes from '../settings.module.css';

/** The database check; starts when the page is first opened, and on request. */
export function DatabaseCheckRow({ health }: { health: DatabaseHealth }) {
  const { data: check, error } = useDatabaseCheck();
  const start = useMutation({ mutationFn: api.diagnostics.checkDatabase });
  const never = check?.phase === 'none' && start.isIdle;
  const begin = start.mutate;
  useEffect(() => {
    if (never) begin({ thorough: false });
  }, [never, begin]);
  const now = useNow();
  if (error || start.error || !check) {
    return (
      <CheckRow name="Database check" state={check ? 'look' : 'running'} words="">
        <ErrorNotice error={error ?? start.error} onRetry={() => begin({ thorough: false })} />
      </CheckRow>
    );
  }
  if (check.phase === 'ended') {
    return (
      <CheckRow
        name="Database check"
        state={stateOfCheck(check, health)}
        words={
          health.damaged ? `Some stored data couldn’t be read. ${wordsOf(check, now)}` : wordsOf(check, now)
        }
        next={adviceOn(check, health)}
        actions={
          <Button variant="default" loading={start.isPending} onClick={() => begin({ thorough: true })}>
            Check thoroughly
          </Button>
        }
      />
    );
  }
  const { done, total } = check.phase === 'running' ? check : { done: 0, total: 0 };
  return <RunningCheck done={done} total={total} />;
}

function RunningCheck({ done, total }: { done: number; total: number }) {
  const cancel = useMutation({ mutationFn: api.diagnostics.cancelDatabaseCheck });
  return (
    <CheckRow
      name="Database check"
      state="running"
      words={`${total > 2 ? `Step ${done + 1} of ${total}.` : 'Checking…'} You can keep working.`}
      actions={
        <Button variant="default" onClick={() => cancel.mutate()}>
          Stop the check
        </Button>
      }
    >
      {total > 2 && (
        <Progress
          className={classes['checkProgress'] ?? ''}
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
      return 'The check was stopped early, without a result.';
    case 'failed':
      return 'Couldn’t check: the file couldn’t be opened or read.';
  }
}

function problemWords({ kind, table, count }: DatabaseProblem): string {
  const where = table === null ? 'the file' : `the table ${table}`;
  return kind === 'damage'
    ? `Damage in ${where}: ${countOf(count, 'place')}.`
    : `In ${where}, ${countOf(count, 'row')} refer to missing data.`;
}

function adviceOn({ ended, problems }: Ended, { damaged }: DatabaseHealth): string | undefined {
  if (damaged || (ended === 'damaged' && problems.some(({ kind }) => kind === 'damage'))) {
    return 'Save a backup now if you can, then restart Callboard. It will check the file again; if it has to start a new one, it keeps the old one and says where.';
  }
  if (ended === 'damaged') return 'Nothing is lost. Give the diagnostics below to your support.';
  if (ended === 'failed')
    return 'Make sure that there is free space and that no other program is using the file, then check again.';
  return undefined;
}

/** The state of the database, by its check and by damage found since the start. */
export function stateOfCheck(
  check: Extract<DatabaseCheck, { phase: 'ended' }>,
  { damaged }: DatabaseHealth,
): HealthState {
  if (damaged) return 'problem';
  switch (check.ended) {
    case 'sound':
      return 'ok';
    case 'damaged':
      return check.problems.some(({ kind }) => kind === 'damage') ? 'problem' : 'look';
    case 'cancelled':
    case 'failed':
      return 'look';
  }
}

const PROGRESS_POLL_MS = 400;

/** Progress or result of the database check. */
export function useDatabaseCheck() {
  return useQuery({
    ...queries.diagnostics.databaseCheck(),
    refetchInterval: ({ state }) => (state.data?.phase === 'running' ? PROGRESS_POLL_MS : false),
  });
}
