import type { TriesRule } from '../../../shared/tries.ts';
import { CountSetting } from './count-setting.tsx';
import classes from './rules-settings.module.css';
import { SettingRow } from './setting-row.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import formClasses from './settings-form.module.css';
import type { RulesForm } from './use-rules-form.ts';

/** What a new limit begins with. */
const USUAL: TriesRule = { most: 3, withinDays: 30 };

/** How often one person may be tried. */
export function TriesSettings({ form: { typed, changeTries, fixed } }: { form: RulesForm }) {
  const { tries } = typed;
  // A number that the policy sets may change while it is shown.
  const shown = (value: number | undefined) => (fixed.includes('tries') ? value : undefined);
  return (
    <>
      <div className={formClasses['rows']}>
        <SettingSwitch
          name="Limit tries of one person"
          words="A person is a phone number, however it is written. Submissions of all workspaces on this computer count."
          checked={tries !== null}
          onChange={(on) => changeTries(on ? USUAL : null)}
        />
        {tries !== null && (
          <>
            <SettingRow name="At most" words="Submissions that were sent, or may have been.">
              <CountSetting
                key={shown(tries.most)}
                label="Most tries of one person"
                unit={tries.most === 1 ? ' try' : ' tries'}
                min={1}
                max={100}
                value={tries.most}
                onChange={(most) => changeTries({ ...tries, most })}
              />
            </SettingRow>
            <SettingRow
              name="Within"
              words="Who was tried that often is refused. What already waits, waits for the next day allowed."
            >
              <CountSetting
                key={shown(tries.withinDays)}
                label="Days in which tries count"
                unit={tries.withinDays === 1 ? ' day' : ' days'}
                min={1}
                max={365}
                value={tries.withinDays}
                onChange={(withinDays) => changeTries({ ...tries, withinDays })}
              />
            </SettingRow>
          </>
        )}
      </div>
      <p className={classes['note']}>
        Callboard counts what it submitted. It can’t know how often the service calls for one request, or who
        called otherwise.
      </p>
    </>
  );
}
