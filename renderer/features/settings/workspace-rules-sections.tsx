import type { WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Section } from '../../parts/section/section.tsx';
import { CallingHoursSettings } from './calling-hours-settings.tsx';
import { ConsentSettings } from './consent-settings.tsx';
import { DefaultCountrySettings } from './default-country-settings.tsx';
import { SavedMark } from './saved-mark.tsx';
import classes from './settings-form.module.css';
import { type RulesForm, useRulesForm } from './use-rules-form.ts';

/** A workspace's rules for submissions; changes apply at once. */
export function WorkspaceRulesSections({ rules }: { rules: WorkspaceRules }) {
  const form = useRulesForm(rules);
  const { name } = useCurrentWorkspace();
  const whose = (
    <p className={classes['whose']}>
      For <bdi>{name}</bdi>.
    </p>
  );
  return (
    <>
      <Section title="Calling hours" aside={<Saved form={form} part="hours" />}>
        {whose}
        <CallingHoursSettings form={form} />
        <SaveProblem form={form} part="hours" />
      </Section>
      <Section title="Consent" aside={<Saved form={form} part="consent" />}>
        {whose}
        <ConsentSettings form={form} />
        <SaveProblem form={form} part="consent" />
      </Section>
      <Section title="Default country" aside={<Saved form={form} part="country" />}>
        {whose}
        <DefaultCountrySettings form={form} />
        <SaveProblem form={form} part="country" />
      </Section>
    </>
  );
}

interface PartProps {
  readonly form: RulesForm;
  readonly part: RulesForm['touched'];
}

function Saved({ form: { save, touched, isValid }, part }: PartProps) {
  return <SavedMark saved={save.isSuccess && isValid && touched === part} />;
}

function SaveProblem({ form: { save, touched }, part }: PartProps) {
  return touched === part ? <ErrorNotice error={save.error} title="Couldn't save this." /> : null;
}
