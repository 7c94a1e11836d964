import { SegmentedControl, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Settings } from '../../../../shared/settings.ts';
import { api, queries } from '../../../api/api.ts';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { Section } from '../../../parts/page.tsx';
import { SettingRow } from '../setting-row.tsx';
import classes from '../settings-form.module.css';
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

const MODES = [
  { value: 'off', label: 'Off' },
  { value: 'manual', label: 'When I ask' },
  { value: 'automatic', label: 'Automatic' },
] as const;

const CHANNELS = [
  { value: 'stable', label: 'Stable' },
  { value: 'beta', label: 'Beta' },
] as const;

/** Whether Callboard looks for newer versions, and in which channel. */
function UpdateChoices({ settings }: { settings: Settings }) {
  const save = useMutation({ mutationFn: api.settings.change });
  return (
    <Section title="Update settings">
      <div className={classes['rows']}>
        <SettingRow
          name="Look for newer versions"
          words="Automatic also downloads them. You always decide when to install."
          setting="updateMode"
        >
          <SegmentedControl
            size="xs"
            aria-label="Look for newer versions"
            data={MODES.map((mode) => ({ ...mode }))}
            value={settings.updateMode}
            onChange={(updateMode) => save.mutate({ updateMode })}
          />
        </SettingRow>
        <SettingRow
          name="Versions"
          words="Beta versions come earlier and are less tested. Callboard never goes back to an older version."
          setting="updateChannel"
        >
          <SegmentedControl
            size="xs"
            aria-label="Versions"
            data={CHANNELS.map((channel) => ({ ...channel }))}
            value={settings.updateChannel}
            onChange={(updateChannel) => save.mutate({ updateChannel })}
          />
        </SettingRow>
      </div>
      <ErrorNotice error={save.error} />
    </Section>
  );
}
