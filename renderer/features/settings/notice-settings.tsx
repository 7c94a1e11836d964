import { NumberInput } from '@mantine/core';
import { MAX_NOTICE_DAYS } from '../../../shared/notice.ts';
import classes from './rules-settings.module.css';
import { SettingRow } from './setting-row.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import formClasses from './settings-form.module.css';
import type { RulesForm } from './use-rules-form.ts';

/** Whether to ask when the candidate was told of the automated call, and how long before it that must be. */
export function NoticeSettings({ form: { typed, changeNotice, errorOf } }: { form: RulesForm }) {
  const { asked, required, days } = typed.notice;
  return (
    <>
      <div className={formClasses['rows']}>
        <SettingSwitch
          name="Ask for the day of notice"
          words="New request and Import ask on which day the candidate was told of the automated call."
          checked={asked}
          onChange={(on) => changeNotice({ asked: on })}
        />
        {asked && (
          <>
            <SettingSwitch
              name="Require notice"
              words="Nobody is submitted without it. What waits without it is held."
              checked={required}
              onChange={(on) => changeNotice({ required: on })}
            />
            <SettingRow
              name="Days between notice and call"
              words="By the calendar at the candidate’s place. New request offers the first day allowed, and what waits already waits for it."
              problem={errorOf('notice.days')}
            >
              <NumberInput
                aria-label="Days between notice and call"
                size="xs"
                w={96}
                suffix={days === 1 ? ' day' : ' days'}
                min={0}
                max={MAX_NOTICE_DAYS}
                allowDecimal={false}
                allowNegative={false}
                clampBehavior="strict"
                value={days}
                onChange={(typedDays) =>
                  typeof typedDays === 'number' && changeNotice({ days: typedDays }, { typing: true })
                }
              />
            </SettingRow>
          </>
        )}
      </div>
      <p className={classes['note']}>
        Callboard can’t know whether the candidate was told. The day is kept with the submission and in
        exports; the service doesn’t receive it. This is no legal advice.
      </p>
    </>
  );
}
