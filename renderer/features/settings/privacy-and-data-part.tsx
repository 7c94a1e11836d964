import { BackupPart } from './backup/backup-part.tsx';
import { PrivacyPart } from './privacy/privacy-part.tsx';

/** What is kept about people, for how long and where, and backups of it. */
export function PrivacyAndDataPart() {
  return (
    <>
      <PrivacyPart />
      <BackupPart />
    </>
  );
}
