import type { EditableSettings, Settings } from '../../../shared/settings.ts';
import { CountSetting } from './count-setting.tsx';
import { SettingRow } from './setting-row.tsx';
import { UndoSetting } from './undo-setting.tsx';

interface SubmissionSettingsProps {
  readonly settings: Settings;
  readonly onChange: (change: EditableSettings) => void;
}

/** How submissions are sent. */
export function SubmissionSettings({ settings, onChange }: SubmissionSettingsProps) {
  return (
    <>
      <SettingRow
        name="Undo window"
        setting="undoSeconds"
        words="How long a new submission waits before it is sent, so that you can take it back. More than ten at once wait for at least 30 seconds, even with Off."
      >
        <UndoSetting
          label="Undo window"
          value={settings.undoSeconds}
          onChange={(undoSeconds) => onChange({ undoSeconds })}
        />
      </SettingRow>
      <SettingRow
        name="Duplicate check"
        setting="duplicateDays"
        words="Callboard asks before it submits a phone number again within this many days, in this workspace or another of the same service. With 0, it only checks the Outbox."
      >
        <CountSetting
          label="Duplicate check"
          unit=" days"
          min={0}
          max={3650}
          value={settings.duplicateDays}
          onChange={(duplicateDays) => onChange({ duplicateDays })}
        />
      </SettingRow>
    </>
  );
}
