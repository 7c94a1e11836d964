import { SegmentedControl, Switch } from '@mantine/core';
import type { EditableSettings, Settings } from '../../../shared/settings.ts';
import { useAppState } from '../../api/app-state.tsx';
import { useChangeSettings } from '../../api/settings.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Section } from '../../parts/section/section.tsx';
import { CountSetting } from './count-setting.tsx';
import { SettingRow } from './setting-row.tsx';
import classes from './settings-form.module.css';
import { SubmissionSettings } from './submission-settings.tsx';

const SCHEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** General settings; changes apply at once. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const { keyStoreAvailable } = useAppState();
  const save = useChangeSettings();
  const change = (part: EditableSettings) => save.mutate(part);
  return (
    <Section
      title="Preferences"
      aside={
        <span className={classes['saved']} aria-live="polite">
          {save.isSuccess && 'Saved'}
        </span>
      }
    >
      <div className={classes['rows']}>
        <SettingRow name="Theme" words="System follows the light or dark setting of this computer.">
          <SegmentedControl
            size="xs"
            aria-label="Theme"
            data={SCHEMES.map((scheme) => ({ ...scheme }))}
            value={settings.colorScheme}
            onChange={(colorScheme) => change({ colorScheme })}
          />
        </SettingRow>
        <SettingRow
          name="Single-key shortcuts"
          words="J and K, G then R, 1 to 4 and the like. Press ? to see them all."
        >
          <Switch
            aria-label="Single-key shortcuts"
            checked={settings.singleKeyShortcuts}
            onChange={(event) => change({ singleKeyShortcuts: event.currentTarget.checked })}
          />
        </SettingRow>
        <SubmissionSettings settings={settings} onChange={change} />
        <SettingRow
          name="Status checks per minute"
          setting="refreshesPerMinute"
          words="The most that Callboard asks the service by itself. Refresh always works."
        >
          <CountSetting
            label="Status checks per minute"
            min={1}
            max={600}
            value={settings.refreshesPerMinute}
            onChange={(refreshesPerMinute) => change({ refreshesPerMinute })}
          />
        </SettingRow>
        {(!keyStoreAvailable || settings.weakStorageAllowed) && (
          <SettingRow
            name="Store sign-in with weaker protection"
            setting="weakStorageAllowed"
            words="This computer has no key store. Without this, you sign in again after each start."
          >
            <Switch
              aria-label="Store sign-in with weaker protection"
              checked={settings.weakStorageAllowed}
              onChange={(event) => change({ weakStorageAllowed: event.currentTarget.checked })}
            />
          </SettingRow>
        )}
      </div>
      <ErrorNotice error={save.error} />
    </Section>
  );
}
