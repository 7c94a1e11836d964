import { Group } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { RulePart, WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { FixedMark } from '../../parts/policy/fixed-mark.tsx';
import { Section } from '../../parts/section/section.tsx';
import { AllowedCountriesSettings } from './allowed-countries-settings.tsx';
import { CallingHoursSettings } from './calling-hours-settings.tsx';
import { ConsentSettings } from './consent-settings.tsx';
import { DefaultCountrySettings } from './default-country-settings.tsx';
import { NoticeSettings } from './notice-settings.tsx';
import rulesClasses from './rules-settings.module.css';
import { SavedMark } from './saved-mark.tsx';
import classes from './settings-form.module.css';
import { TriesSettings } from './tries-settings.tsx';
import { type RulesForm, useRulesForm } from './use-rules-form.ts';
import { VerdictFirstSettings } from './verdict-first-settings.tsx';

/** A workspace's rules for submissions; changes apply at once. */
export function WorkspaceRulesSections({ rules }: { rules: WorkspaceRules }) {
  const form = useRulesForm(rules);
  return (
    <>
      <RulesSection title="Calling hours" part="callingHours" form={form}>
        <CallingHoursSettings form={form} />
      </RulesSection>
      <RulesSection title="Consent" part="consent" form={form}>
        <ConsentSettings form={form} />
      </RulesSection>
      <RulesSection title="Notice" part="notice" form={form}>
        <NoticeSettings form={form} />
      </RulesSection>
      <RulesSection title="Default country" part="defaultCountry" form={form}>
        <DefaultCountrySettings form={form} />
      </RulesSection>
      <RulesSection title="Countries" part="allowedCountries" form={form}>
        <AllowedCountriesSettings form={form} />
      </RulesSection>
      <RulesSection title="Tries" part="tries" form={form}>
        <TriesSettings form={form} />
      </RulesSection>
      <RulesSection title="Verdict before score" part="verdictFirst" form={form}>
        <VerdictFirstSettings form={form} />
      </RulesSection>
    </>
  );
}

interface RulesSectionProps {
  readonly title: string;
  readonly part: RulePart;
  readonly form: RulesForm;
  readonly children: ReactNode;
}

/** One part of the rules; a part that the policy sets says so and can't be changed. */
function RulesSection({ title, part, form, children }: RulesSectionProps) {
  const { name } = useCurrentWorkspace();
  const { save, touched, isValid, fixed } = form;
  const isFixed = fixed.includes(part);
  const reason = useId();
  const aside = (
    <Group gap={8}>
      <SavedMark saved={save.isSuccess && isValid && touched === part} />
      {isFixed && <FixedMark id={reason} />}
    </Group>
  );
  return (
    <Section title={title} aside={aside}>
      <p className={classes['whose']}>
        For <bdi>{name}</bdi>.
      </p>
      {/* Always the same element, so that nothing typed is lost when the policy changes. */}
      <fieldset
        disabled={isFixed}
        aria-label={isFixed ? title : undefined}
        aria-describedby={isFixed ? reason : undefined}
        className={rulesClasses['part']}
      >
        {children}
      </fieldset>
      {touched === part && <ErrorNotice error={save.error} title="Couldn't save this." />}
    </Section>
  );
}
