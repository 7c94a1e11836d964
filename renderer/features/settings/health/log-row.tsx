import { Button } from '@mantine/core';
import type { LogHealth } from '../../../../shared/diagnostics.ts';
import { deleteLogs, useShowFolder } from '../../../api/diagnostics.ts';
import { askToConfirm } from '../../../parts/confirm/ask-to-confirm.tsx';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { countOf } from '../../../parts/text/count-of.ts';
import { formatBytes } from '../../../parts/text/format-bytes.ts';
import { CheckRow } from '../check-row.tsx';

/** The log: its location, and that it has no personal data. */
export function LogRow({ health: { state, folder, files, bytes, lost } }: { health: LogHealth }) {
  const show = useShowFolder();
  const trouble = state !== 'ok';
  return (
    <CheckRow
      name="Log"
      state={state}
      words={
        trouble
          ? `It can’t be written at the moment; ${countOf(lost, 'line')} lost since the start. Callboard works without it.`
          : `${formatBytes(bytes)} in ${countOf(files, 'file')}, in ${folder}. It has no names, numbers, addresses or passwords.`
      }
      next={trouble && `Make sure that there is free space and that you may write to ${folder}.`}
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => show.mutate('logs')}>
            Show log
          </Button>
          <Button size="xs" variant="default" onClick={askToDelete}>
            Delete log
          </Button>
        </>
      }
    >
      <ErrorNotice error={show.error} />
    </CheckRow>
  );
}

function askToDelete(): void {
  askToConfirm({
    title: 'Delete the log?',
    body: 'It has no personal data, but tells your support what happened. Callboard will start a new one.',
    confirm: 'Delete',
    danger: true,
    run: deleteLogs,
  });
}
