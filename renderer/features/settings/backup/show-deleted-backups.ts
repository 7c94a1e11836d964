import { countOf } from '../../../parts/format.ts';
import { showToast } from '../../../parts/toast.tsx';

/** Says what was deleted, and what could not be. */
export function showDeletedBackups({ deleted, left }: { deleted: number; left: number }): void {
  showToast({
    tone: left > 0 ? 'problem' : 'done',
    title: `${countOf(deleted, 'automatic backup')} deleted`,
    ...(left > 0 && {
      message: `Couldn’t delete ${left}. Connect the drive, then delete ${left === 1 ? 'it' : 'them'} under Automatic backups.`,
    }),
  });
}
