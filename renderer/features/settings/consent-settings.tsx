import { Textarea } from '@mantine/core';
import classes from './rules-settings.module.css';
import { SettingSwitch } from './setting-switch.tsx';
import formClasses from './settings-form.module.css';
import type { RulesForm } from './use-rules-form.ts';

/** Whether to ask for the candidate's consent to an automated call, and its wording. */
export function ConsentSettings({ form: { typed, changeConsent, errorOf } }: { form: RulesForm }) {
  const { asked, required, wording } = typed.consent;
  return (
    <>
      <div className={formClasses['rows']}>
        <SettingSwitch
          name="Ask for consent"
          words="New request and Import show a checkbox with the wording below."
          checked={asked}
          onChange={(on) => changeConsent({ asked: on })}
        />
        {asked && (
          <>
            <SettingSwitch
              name="Require consent"
              words="Nobody is submitted without it."
              checked={required}
              onChange={(on) => changeConsent({ required: on })}
            />
            <div className={classes['wording']}>
              <Textarea
                label="What the candidate agreed to"
                description="Stored word for word with each submission, with the date."
                inputWrapperOrder={['label', 'input', 'error', 'description']}
                dir="auto"
                autosize
                minRows={2}
                maxRows={8}
                value={wording}
                error={errorOf('consent.wording')}
                onChange={(event) => changeConsent({ wording: event.currentTarget.value }, { typing: true })}
              />
            </div>
          </>
        )}
      </div>
      <p className={classes['note']}>
        Stored only in Callboard, with the submission and in exports. The service doesn’t receive it.
      </p>
    </>
  );
}
