import type { AutomaticBackupState } from '../../../../shared/backup.ts';
import type { HealthState } from '../../../../shared/diagnostics.ts';
import { failureWords } from '../../../../shared/words/failure-words.ts';
import { formatDateTime } from '../../../parts/time/format-time.ts';
import { CheckRow } from '../check-row.tsx';

/** Failing backups need attention, but keep nothing from working. */
export function stateOfBackups(backups: AutomaticBackupState | undefined): HealthState {
  return backups?.problem ? 'look' : 'ok';
}

/** Whether automatic backups work; absent while they are off. */
export function AutomaticBackupsRow({ backups }: { backups: AutomaticBackupState | undefined }) {
  if (!backups?.enabled) return null;
  const { last, problem } = backups;
  const words = problem ? failureWords(problem.failure.error) : undefined;
  const when = last ? `The last one is of ${formatDateTime(last.at)}.` : 'There is none yet.';
  return (
    <CheckRow
      name="Automatic backups"
      state={stateOfBackups(backups)}
      words={words ? `${words.message} ${when}` : when}
      next={words?.nextStep}
    />
  );
}
