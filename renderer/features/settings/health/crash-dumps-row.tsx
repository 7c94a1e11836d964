import { Button } from '@mantine/core';
import type { CrashDumpsHealth } from '../../../../shared/diagnostics.ts';
import { deleteCrashDumps, useShowFolder } from '../../../api/diagnostics.ts';
import { askToConfirm } from '../../../parts/dialog.tsx';
import { countOf, formatBytes, formatDateTime } from '../../../parts/format.ts';
import { CheckRow } from '../check-row.tsx';
import classes from './health.module.css';

/** Crash dumps, with a warning that they may contain personal data. */
export function CrashDumpsRow({ health: { state, dumps } }: { health: CrashDumpsHealth }) {
  const show = useShowFolder();
  if (dumps.length === 0) {
    return <CheckRow name="Crash dumps" state={state} words="None. Callboard never sends any." />;
  }
  return (
    <CheckRow
      name="Crash dumps"
      state={state}
      words={`${countOf(dumps.length, 'crash', 'crashes')} left a copy of Callboard’s memory on this computer. Callboard never sends it.`}
      next="It may contain names, phone numbers and sign-in tokens. Only give it to someone you trust with those, and delete it afterwards."
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => show.mutate('crash_dumps')}>
            Show crash dumps
          </Button>
          <Button size="xs" variant="default" onClick={() => askToDelete(null, dumps.length)}>
            Delete all
          </Button>
        </>
      }
    >
      <ul className={classes['files']}>
        {dumps.map(({ name, at, bytes }) => (
          <li key={name} className={classes['file']}>
            <span>
              {formatDateTime(at)}, {formatBytes(bytes)}
            </span>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Delete the crash dump of ${formatDateTime(at)}`}
              onClick={() => askToDelete(name, 1)}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </CheckRow>
  );
}

function askToDelete(name: string | null, count: number): void {
  askToConfirm({
    title: name === null ? `Delete ${countOf(count, 'crash dump')}?` : 'Delete this crash dump?',
    body: 'After that, it can’t be used to find out why Callboard crashed.',
    confirm: 'Delete',
    danger: true,
    run: () => deleteCrashDumps(name),
  });
}
