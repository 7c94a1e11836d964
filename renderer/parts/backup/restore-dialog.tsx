import { useState } from 'react';
import type { BackupContents, ChosenBackup, RestoreReport } from '../../../shared/backup.ts';
import { useStopBackup } from '../../api/backup.ts';
import { OpenBackup } from './open-backup.tsx';
import { RestoreResult } from './restore-result.tsx';
import { ReviewBackup } from './review-backup.tsx';

interface RestoreDialogProps {
  readonly file: ChosenBackup;
  readonly onClose: () => void;
}

/** The steps of a restore: the passphrase, what is inside, what was done. */
export function RestoreDialog({ file, onClose }: RestoreDialogProps) {
  const [inside, setInside] = useState<BackupContents>();
  const [report, setReport] = useState<RestoreReport>();
  const drop = useStopBackup();
  const leave = () => drop.mutate(undefined, { onSettled: onClose });
  if (report) return <RestoreResult report={report} onClose={onClose} />;
  if (inside) return <ReviewBackup inside={inside} onRestored={setReport} onLeave={leave} />;
  return <OpenBackup file={file} onOpened={setInside} onLeave={leave} />;
}
