import type { QuietHours } from '../../../../shared/notifications.ts';
import { SettingRow } from '../setting-row.tsx';
import { SettingSwitch } from '../setting-switch.tsx';
import classes from './notifications.module.css';
import { TimeSetting } from './time-setting.tsx';

interface QuietHoursSettingProps {
  readonly value: QuietHours;
  readonly onChange: (quiet: QuietHours) => void;
}

/** Hours without notifications. */
export function QuietHoursSetting({ value, onChange }: QuietHoursSettingProps) {
  const { enabled, from, until } = value;
  return (
    <>
      <SettingSwitch
        name="Quiet hours"
        words="No notifications are shown. A summary follows when they end."
        setting="quietHours"
        checked={enabled}
        onChange={(on) => onChange({ ...value, enabled: on })}
      />
      {enabled && (
        <SettingRow
          name="Quiet from and until"
          words="Every day, by this computer’s clock. They can span midnight."
          setting="quietHours"
          problem={from === until ? 'Choose two different times.' : undefined}
        >
          <div className={classes['span']}>
            <TimeSetting
              label="Quiet from"
              value={from}
              onChange={(time) => onChange({ ...value, from: time })}
            />
            <span aria-hidden>to</span>
            <TimeSetting
              label="Quiet until"
              value={until}
              onChange={(time) => onChange({ ...value, until: time })}
            />
          </div>
        </SettingRow>
      )}
    </>
  );
}
