import { Skeleton } from '@mantine/core';
import { useSettings } from '../../api/settings.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { SettingsForm } from './settings-form.tsx';
import { WindowPart } from './window/window-part.tsx';

/** Preferences, and how the app starts and runs. */
export function GeneralPart() {
  const { data, error, refetch } = useSettings();
  return (
    <>
      <ErrorNotice error={error} title="Couldn't load the settings." onRetry={() => void refetch()} />
      {data ? <SettingsForm settings={data} /> : !error && <Skeleton height={260} radius="md" />}
      <WindowPart />
    </>
  );
}
