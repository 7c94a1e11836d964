import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/api.ts';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { SettingsSection } from '../setting-row.tsx';
import { UpdateStatus } from './update-status.tsx';

/** The update's status and settings. */
export function UpdatesPart() {
  const updates = useQuery(queries.updates.state());
  const settings = useQuery(queries.settings.get());
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
          {canUpdateItself(updates.data.step) && (
            <SettingsSection section="Update settings" settings={settings.data} />
          )}
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
