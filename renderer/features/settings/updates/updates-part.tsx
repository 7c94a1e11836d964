import { Skeleton } from '@mantine/core';
import { useSettings } from '../../../api/settings.ts';
import { useUpdates } from '../../../api/updates.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { UpdateChoices } from './update-choices.tsx';
import { UpdateStatus } from './update-status.tsx';

/** The update's status and settings. */
export function UpdatesPart() {
  const updates = useUpdates();
  const settings = useSettings();
  const error = updates.error ?? settings.error;
  const reload = (): void => {
    void updates.refetch();
    void settings.refetch();
  };
  return (
    <>
      <ErrorNotice error={error} title="Couldn't load the update status." onRetry={reload} />
      {updates.data && settings.data ? (
        <>
          <UpdateStatus state={updates.data} />
          {canUpdateItself(updates.data.step) && <UpdateChoices settings={settings.data} />}
        </>
      ) : (
        !error && <Skeleton height={200} radius="md" />
      )}
    </>
  );
}

/** Whether the settings have any effect on this installation. */
function canUpdateItself(step: { kind: string; reason?: string }): boolean {
  return step.kind !== 'off' || step.reason === 'setting';
}
