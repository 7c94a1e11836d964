import classes from './rules-settings.module.css';
import { SettingSwitch } from './setting-switch.tsx';
import formClasses from './settings-form.module.css';
import type { RulesForm } from './use-rules-form.ts';

const ON = `Covered results are left out of the list, its order and filters, searches, comparisons, Insights, exports and
reports. In the Library you choose fields that stay open. If you turn this off, everything shows again at once; verdicts and
their reasons stay. Backups hold everything.`;

const OFF = `If you turn this on, the results of every request without such a verdict are covered at once, old ones too, and a
new verdict needs a reason. You can turn it off at any time.`;

/** Whether results stay covered until a person has given a verdict. */
export function VerdictFirstSettings({ form: { typed, changeVerdictFirst } }: { form: RulesForm }) {
  const { on, coverIdentity } = typed.verdictFirst;
  return (
    <>
      <div className={formClasses['rows']}>
        <SettingSwitch
          name="Cover results until a verdict"
          words="A request shows its results once you have given a verdict with a reason."
          checked={on}
          onChange={(checked) => changeVerdictFirst({ on: checked })}
        />
        {on && (
          <SettingSwitch
            name="Also cover who the candidate is"
            words="A pseudonym such as “Candidate 7F3K9Q” takes the place of the name; phone number and resume link are covered, too. Notes and tags stay as you write them, and New request and Outbox show what was typed there."
            checked={coverIdentity}
            onChange={(checked) => changeVerdictFirst({ coverIdentity: checked })}
          />
        )}
      </div>
      <p className={classes['note']}>{on ? ON : OFF}</p>
    </>
  );
}
