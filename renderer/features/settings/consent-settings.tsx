import { Switch, Textarea } from '@mantine/core';
import classes from './rules-settings.module.css';
import { SettingRow } from './setting-row.tsx';
import formClasses from './settings-form.module.css';
import type { RulesForm } from './use-rules-form.ts';

/** Whether to ask for the candidate's consent to an automated call, and its wording. */
export function ConsentSettings({ form: { typed, changeConsent, errorOf } }: { form: RulesForm }) {
  const { asked, required, wording } = typed.consent;
  return (
    <>
      <div className={formClasses['rows']}>
        <SettingRow
          name="Ask for consent"
          words="New request and Import have a tick for it, with the words below."
        >
          <Switch
            aria-label="Ask for consent"
            checked={asked}
            onChange={(event) => changeConsent({ asked: event.currentTarget.checked })}
          />
        </SettingRow>
        {asked && (
          <>
            <SettingRow name="Require consent" words="Nobody is submitted without it.">
              <Switch
                aria-label="Require consent"
                checked={required}
                onChange={(event) => changeConsent({ required: event.currentTarget.checked })}
              />
            </SettingRow>
            <div className={classes['wording']}>
              <Textarea
                label="What the candidate agreed to"
                description="Kept word for word with each submission, with the date."
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
        Kept in Callboard alone, with the submission and in exports. The service is not told about it.
      </p>
    </>
  );
}
