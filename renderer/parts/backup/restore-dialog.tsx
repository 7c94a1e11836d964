import { useState } from 'react';
import type { BackupContents, ChosenBackup, RestoreReport } from '../../../shared/backup.ts';
import { useStopBackup } from '../../api/backup.ts';
import { BackupInside } from './backup-inside.tsx';
import { OpenBackup } from './open-backup.tsx';
import { Restored } from './restored.tsx';

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
  if (report) return <Restored report={report} onClose={onClose} />;
  if (inside) return <BackupInside inside={inside} onRestored={setReport} onLeave={leave} />;
  return <OpenBackup file={file} onOpened={setInside} onLeave={leave} />;
}
