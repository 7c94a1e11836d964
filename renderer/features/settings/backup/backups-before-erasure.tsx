import { Button } from '@mantine/core';
import type { AutomaticBackupFile } from '../../../../shared/backup.ts';
import { useDeleteBeforeErasure } from '../../../api/backup.ts';
import { showDeletedBackups } from '../../../parts/backup/show-deleted-backups.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Notice } from '../../../parts/notice/notice.tsx';
import { countOf } from '../../../parts/text/count-of.ts';
import { formatDateTime } from '../../../parts/time/format-time.ts';
import classes from './backup-part.module.css';

/** Names the automatic backups that still contain an erased person, and offers to delete them. */
export function BackupsBeforeErasure({ files }: { files: readonly AutomaticBackupFile[] }) {
  const remove = useDeleteBeforeErasure();
  if (files.length === 0) return null;
  const which = countOf(files.length, 'automatic backup');
  return (
    <Notice
      tone="warning"
      title={`${which} may still contain somebody who was erased`}
      actions={
        <Button
          size="xs"
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: showDeletedBackups })}
        >
          Delete {files.length === 1 ? 'it' : `these ${files.length}`}
        </Button>
      }
    >
      <p>
        Made before the last erasure. Callboard makes a new one after it deletes{' '}
        {files.length === 1 ? 'it' : 'them'}.
      </p>
      <details>
        <summary>Which</summary>
        <ul className={classes['files']}>
          {files.map(({ path, at }) => (
            <li key={path}>
              {formatDateTime(at)}: <bdi>{path}</bdi>
            </li>
          ))}
        </ul>
      </details>
      <ErrorNotice error={remove.error} />
    </Notice>
  );
}
