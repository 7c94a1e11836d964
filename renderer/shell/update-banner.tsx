import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useRestartToUpdate, useUpdates } from '../api/updates.ts';
import { ErrorNotice } from '../parts/notice/error-notice.tsx';
import { Notice } from '../parts/notice/notice.tsx';
import { restartWords } from '../parts/updates/restart-words.ts';

const UPDATES_PAGE = '/settings/health';

/** Offers a restart once per downloaded version; after `Later`, Settings still offers it. */
export function UpdateBanner() {
  const { data } = useUpdates();
  const restart = useRestartToUpdate();
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [path] = useLocation();
  if (data?.step.kind !== 'ready' || dismissed === data.step.update.version) return null;
  // The Updates page offers the restart itself.
  if (path === UPDATES_PAGE) return null;
  const { version } = data.step.update;
  return (
    <Notice
      tone="info"
      title={
        <>
          Callboard <bdi>{version}</bdi> is ready
        </>
      }
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            loading={restart.isPending}
            disabled={data.waitingFor !== null}
            onClick={() => restart.mutate()}
          >
            Restart to update
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={() => setDismissed(version)}>
            Later
          </Button>
        </>
      }
    >
      <p role="status">{restartWords(data.waitingFor)}</p>
      <ErrorNotice error={restart.error} />
    </Notice>
  );
}
