import { Switch } from '@mantine/core';
import type { Settings } from '../../../shared/settings.ts';
import { SettingRow } from './setting-row.tsx';

interface SettingSwitchProps {
  readonly name: string;
  readonly words: string;
  /** The setting, if a policy may set it. */
  readonly setting?: keyof Settings;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A setting that is on or off. */
export function SettingSwitch({ name, words, setting, checked, disabled, onChange }: SettingSwitchProps) {
  return (
    <SettingRow name={name} words={words} {...(setting && { setting })}>
      <Switch
        aria-label={name}
        checked={checked}
        disabled={disabled ?? false}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </SettingRow>
  );
}
