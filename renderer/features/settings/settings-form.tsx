import { SegmentedControl } from '@mantine/core';
import type { EditableSettings, Settings } from '../../../shared/settings.ts';
import { useChangeSettings } from '../../api/settings.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Section } from '../../parts/section/section.tsx';
import { SavedMark } from './saved-mark.tsx';
import { SettingRow } from './setting-row.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import classes from './settings-form.module.css';
import { SubmissionSettings } from './submission-settings.tsx';

const SCHEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** General settings; changes apply at once. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const save = useChangeSettings();
  const change = (part: EditableSettings) => save.mutate(part);
  return (
    <Section title="Preferences" aside={<SavedMark saved={save.isSuccess} />}>
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
        <SettingSwitch
          name="Single-key shortcuts"
          words="J and K, G then R, 1 to 4 and others. Press ? to see them all."
          checked={settings.singleKeyShortcuts}
          onChange={(singleKeyShortcuts) => change({ singleKeyShortcuts })}
        />
        <SubmissionSettings settings={settings} onChange={change} />
      </div>
      <ErrorNotice error={save.error} />
    </Section>
  );
}
