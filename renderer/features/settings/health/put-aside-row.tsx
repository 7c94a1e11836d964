import { Button } from '@mantine/core';
import type { PutAsideHealth } from '../../../../shared/diagnostics.ts';
import { useShowPutAside } from '../../../api/diagnostics.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { countOf } from '../../../parts/text/count-of.ts';
import { formatBytes } from '../../../parts/text/format-bytes.ts';
import { formatDateTime } from '../../../parts/time/format-time.ts';
import { CheckRow } from '../check-row.tsx';
import classes from './health.module.css';

/** Damaged files that Callboard put aside instead of overwriting them. */
export function PutAsideRow({ health: { state, files } }: { health: PutAsideHealth }) {
  const show = useShowPutAside();
  if (files.length === 0) return <CheckRow name="Damaged files" state={state} words="None." />;
  return (
    <CheckRow
      name="Damaged files"
      state={state}
      words={`${countOf(files.length, 'file')} could not be used. Callboard put ${files.length === 1 ? 'it' : 'them'} aside and started a new one; nothing was overwritten.`}
      next="Earlier submissions may be in there. After your support has looked at it, delete it from its folder, because it contains personal data."
    >
      <ul className={classes['files']}>
        {files.map(({ name, at, bytes }) => (
          <li key={name} className={classes['file']}>
            <span>
              {name}, {formatBytes(bytes)}, last written {formatDateTime(at)}
            </span>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Show in folder: ${name}`}
              onClick={() => show.mutate(name)}
            >
              Show in folder
            </Button>
          </li>
        ))}
      </ul>
      <ErrorNotice error={show.error} />
    </CheckRow>
  );
}
