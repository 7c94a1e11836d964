import { SegmentedControl } from '@mantine/core';
import type { EditableSettings, Settings } from '../../../../shared/settings.ts';
import { SettingRow } from '../setting-row.tsx';
import { TimeSetting } from './time-setting.tsx';

const CHOICES = [
  { value: 'off', label: 'At once' },
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Once a day' },
] as const;

interface DigestSettingProps {
  readonly settings: Settings;
  readonly onChange: (change: EditableSettings) => void;
}

/** Whether to combine notifications that can wait. */
export function DigestSetting({ settings: { digest, digestAt }, onChange }: DigestSettingProps) {
  return (
    <>
      <SettingRow
        name="Completed and refused"
        words="One summary, or each as it arrives. Decisions and ended sign-ins are always shown at once."
        setting="digest"
      >
        <SegmentedControl
          size="xs"
          aria-label="When to notify about completed and refused"
          data={CHOICES.map((choice) => ({ ...choice }))}
          value={digest}
          onChange={(chosen) => onChange({ digest: chosen })}
        />
      </SettingRow>
      {digest === 'daily' && (
        <SettingRow name="Time of the daily summary" words="By this computer’s clock." setting="digestAt">
          <TimeSetting
            label="Time of the daily summary"
            value={digestAt}
            onChange={(time) => onChange({ digestAt: time })}
          />
        </SettingRow>
      )}
    </>
  );
}
