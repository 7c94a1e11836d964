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

/** The steps of a restore: passphrase, review, result. */
export function RestoreDialog({ file, onClose }: RestoreDialogProps) {
  const [contents, setContents] = useState<BackupContents>();
  const [report, setReport] = useState<RestoreReport>();
  const stop = useStopBackup();
  const leave = () => stop.mutate(undefined, { onSettled: onClose });
  if (report) return <RestoreResult report={report} onClose={onClose} />;
  if (contents) return <ReviewBackup contents={contents} onRestored={setReport} onLeave={leave} />;
  return <OpenBackup file={file} onOpened={setContents} onLeave={leave} />;
}
