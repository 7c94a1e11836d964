import { Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { EditableSettings, Settings } from '../../../shared/settings.ts';
import { api, queries } from '../../api/api.ts';
import { useAppState } from '../../api/app-state.tsx';
import { Dim } from '../../parts/layout.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { Section } from '../../parts/page.tsx';
import { CountSetting } from './count-setting.tsx';
import { SavedMark } from './saved-mark.tsx';
import { SettingRow } from './setting-row.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import classes from './settings-form.module.css';

/** Numbers that few people change; each has a good default. */
export function AdvancedPart() {
  const { data, error, refetch } = useQuery(queries.settings.get());
  return (
    <>
      <ErrorNotice error={error} title="Couldn't load the settings." onRetry={() => void refetch()} />
      {data ? <AdvancedForm settings={data} /> : !error && <Skeleton height={160} radius="md" />}
    </>
  );
}

function AdvancedForm({ settings }: { settings: Settings }) {
  const { keyStore } = useAppState();
  const save = useMutation({ mutationFn: api.settings.change });
  const change = (part: EditableSettings) => save.mutate(part);
  return (
    <Section title="Advanced" aside={<SavedMark saved={save.isSuccess} />}>
      <Dim component="p" fz="sm" mt={-4} mb={10}>
        For all workspaces. Most people never need to change these.
      </Dim>
      <div className={classes['rows']}>
        <SettingRow
          name="Submissions at a time"
          setting="queueConcurrency"
          words="How many to send to the service at the same time."
        >
          <CountSetting
            label="Submissions at a time"
            min={1}
            max={16}
            value={settings.queueConcurrency}
            onChange={(queueConcurrency) => change({ queueConcurrency })}
          />
        </SettingRow>
        <SettingRow
          name="Status checks per minute"
          setting="refreshesPerMinute"
          words="The most status checks that Callboard makes automatically. Refresh always works."
        >
          <CountSetting
            label="Status checks per minute"
            min={1}
            max={600}
            value={settings.refreshesPerMinute}
            onChange={(refreshesPerMinute) => change({ refreshesPerMinute })}
          />
        </SettingRow>
        {(keyStore === 'weak_only' || settings.weakStorageAllowed) && (
          <SettingSwitch
            name="Store sign-in with weaker protection"
            setting="weakStorageAllowed"
            words="Callboard found no key store. Without this, you sign in again after each start. Keys that keep erased numbers blocked stay either way."
            checked={settings.weakStorageAllowed}
            onChange={(weakStorageAllowed) => change({ weakStorageAllowed })}
          />
        )}
      </div>
      <ErrorNotice error={save.error} />
    </Section>
  );
}
