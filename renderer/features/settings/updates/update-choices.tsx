import { SegmentedControl } from '@mantine/core';
import type { Settings } from '../../../../shared/settings.ts';
import { useChangeSettings } from '../../../api/settings.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { SettingRow } from '../setting-row.tsx';
import formClasses from '../settings-form.module.css';

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
export function UpdateChoices({ settings }: { settings: Settings }) {
  const save = useChangeSettings();
  return (
    <Section title="Update settings">
      <div className={formClasses['rows']}>
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
