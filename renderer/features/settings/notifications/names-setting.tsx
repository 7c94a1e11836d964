import { SegmentedControl } from '@mantine/core';
import type { NotificationNames } from '../../../../shared/notifications.ts';
import { SettingRow } from '../setting-row.tsx';

const CHOICES = [
  { value: 'never', label: 'Never' },
  { value: 'unlocked', label: 'While unlocked' },
  { value: 'always', label: 'Always' },
] as const;

interface NamesSettingProps {
  readonly value: NotificationNames;
  /** Whether the system says when the screen is locked. */
  readonly tellsLock: boolean;
  readonly onChange: (value: NotificationNames) => void;
}

/** Whether notifications name candidates, which somebody else could read. */
export function NamesSetting({ value, tellsLock, onChange }: NamesSettingProps) {
  const words = 'Without names, notifications say what happened but not to whom.';
  return (
    <SettingRow
      name="Name candidates"
      words={
        tellsLock
          ? words
          : `${words} This desktop doesn’t tell Callboard when it is locked, so “While unlocked” leaves names out at all times.`
      }
      setting="notificationNames"
    >
      <SegmentedControl
        size="xs"
        aria-label="Name candidates"
        data={CHOICES.map((choice) => ({ ...choice }))}
        value={value}
        onChange={onChange}
      />
    </SettingRow>
  );
}
