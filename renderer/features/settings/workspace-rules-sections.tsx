import { Group, MultiSelect, NumberInput, Select, Textarea } from '@mantine/core';
import { getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min/es6';
import { type ReactNode, useId } from 'react';
import type { CallingHours } from '../../../shared/calling-hours.ts';
import type { HolidayPlace } from '../../../shared/holidays.ts';
import { MAX_NOTICE_DAYS, type NoticeRule } from '../../../shared/notice.ts';
import type { TriesRule } from '../../../shared/tries.ts';
import { countryName } from '../../../shared/words/country-name.ts';
import { daysWords, PART_WORDS } from '../../../shared/words/rule-words.ts';
import {
  type ConsentRule,
  RULE_PARTS,
  type RulePart,
  type WorkspaceRules,
} from '../../../shared/workspace-rules.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { countOf } from '../../parts/format.ts';
import { Dim, Framed } from '../../parts/layout.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { FixedMark, Section } from '../../parts/page.tsx';
import { CallingHoursSettings } from './calling-hours-settings.tsx';
import { CountSetting, SavedMark, SettingRow, SettingSwitch } from './setting-row.tsx';
import classes from './settings.module.css';
import { type RulesForm, useRulesForm } from './use-rules-form.ts';
import { WEEKDAYS } from './weekdays.ts';

/** A workspace's rules for submissions; changes apply at once. */
export function WorkspaceRulesSections({ rules }: { rules: WorkspaceRules }) {
  const form = useRulesForm(rules);
  return RULE_PARTS.map((part) => {
    const { Fields } = SECTIONS[part];
    return (
      <RulesSection key={part} part={part} form={form}>
        <Fields form={form} />
      </RulesSection>
    );
  });
}

interface RulesSectionProps {
  readonly part: RulePart;
  readonly form: RulesForm;
  readonly children: ReactNode;
}

/** One part of the rules; a part that the policy sets says so and can't be changed. */
function RulesSection({ part, form, children }: RulesSectionProps) {
  const { name } = useCurrentWorkspace();
  const { save, touched, isValid, fixed } = form;
  const title = PART_WORDS[part].heading;
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
      <Dim component="p" fz="sm" mt={-4} mb={10}>
        For <bdi>{name}</bdi>.
      </Dim>
      {/* Always the same element, so that nothing typed is lost when the policy changes. */}
      <fieldset
        disabled={isFixed}
        aria-label={isFixed ? title : undefined}
        aria-describedby={isFixed ? reason : undefined}
        className={classes['rulesPart']}
      >
        {children}
      </fieldset>
      {touched === part && <ErrorNotice error={save.error} title="Couldn't save this." />}
    </Section>
  );
}

/** Whose numbers may be called. */
function AllowedCountriesSettings({ form: { typed, change, fixed } }: { form: RulesForm }) {
  const { allowedCountries } = typed;
  return (
    <>
      <Framed>
        <div className={classes['ruleField']}>
          <MultiSelect
            label="Countries that may be called"
            description="Numbers of other countries, and those that don’t tell their country, are refused. What already waits for them is held."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            size="xs"
            data={countries()}
            value={[...allowedCountries]}
            // Called with one argument: a second one would be taken for the library's own data.
            onChange={(codes) =>
              change(
                'allowedCountries',
                codes.filter((code) => isSupportedCountry(code)),
              )
            }
            placeholder={allowedCountries.length === 0 ? 'All countries' : ''}
            clearable
            disabled={fixed.includes('allowedCountries')}
            clearButtonProps={{ 'aria-label': 'Allow all countries' }}
            searchable
            maxDropdownHeight={260}
            nothingFoundMessage="No country found."
          />
        </div>
      </Framed>
      <Dim component="p" mt={8}>
        Callboard goes by the number alone. It can’t know where the candidate is, and this is no legal advice.
      </Dim>
    </>
  );
}

const ON = `Covered results are left out of the list, its order and filters, searches, comparisons, Insights, exports and
reports. In the Library you choose fields that stay open. If you turn this off, everything shows again at once; verdicts and
their reasons stay. Backups hold everything.`;

const OFF = `If you turn this on, the results of every request without such a verdict are covered at once, old ones too, and a
new verdict needs a reason. You can turn it off at any time.`;

/** Whether results stay covered until a person has given a verdict. */
function VerdictFirstSettings({ form: { typed, change } }: { form: RulesForm }) {
  const on = typed.verdictFirst;
  return (
    <>
      <Framed>
        <SettingSwitch
          name="Cover results until a verdict"
          words="A request shows its results once you have given a verdict with a reason."
          checked={on}
          onChange={(checked) => change('verdictFirst', checked)}
        />
      </Framed>
      <Dim component="p" mt={8}>
        {on ? ON : OFF}
      </Dim>
    </>
  );
}

/** Whether to ask for the candidate's consent to an automated call, and its wording. */
function ConsentSettings({ form: { typed, change, errorOf } }: { form: RulesForm }) {
  const { consent } = typed;
  const { asked, required, wording } = consent;
  return (
    <>
      <Framed>
        <SettingSwitch
          name="Ask for consent"
          words="New request and Import show a checkbox with the wording below."
          checked={asked}
          onChange={(on) => change('consent', { ...consent, asked: on })}
        />
        {asked && (
          <>
            <SettingSwitch
              name="Require consent"
              words="Nobody is submitted without it."
              checked={required}
              onChange={(on) => change('consent', { ...consent, required: on })}
            />
            <div className={classes['ruleField']}>
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
                onChange={(event) =>
                  change('consent', { ...consent, wording: event.currentTarget.value }, { typing: true })
                }
              />
            </div>
          </>
        )}
      </Framed>
      <Dim component="p" mt={8}>
        Stored only in Callboard, with the submission and in exports. The service doesn’t receive it.
      </Dim>
    </>
  );
}

const NONE = 'None';

/** Whose numbers the ones without a country code are. */
function DefaultCountrySettings({ form: { typed, change } }: { form: RulesForm }) {
  return (
    <>
      <Framed>
        <SettingRow
          name="Phone numbers without a country code"
          words="New request reads them as numbers of this country. Import starts from it and lets you choose another."
        >
          <Select
            aria-label="Default country"
            size="xs"
            w={200}
            data={countries()}
            value={typed.defaultCountry}
            onChange={(code) =>
              change('defaultCountry', code !== null && isSupportedCountry(code) ? code : null)
            }
            placeholder={NONE}
            clearable
            clearButtonProps={{ 'aria-label': 'No default country' }}
            searchable
            allowDeselect={false}
            maxDropdownHeight={260}
            nothingFoundMessage="No country found."
            comboboxProps={{ width: 280, position: 'bottom-end' }}
          />
        </SettingRow>
      </Framed>
      <Dim component="p" mt={8}>
        Without one, every number needs its country code. A number that could also be of another country
        always does.
      </Dim>
    </>
  );
}

let options: readonly { readonly value: string; readonly label: string }[] | undefined;

/** Every country with its calling code, by name. */
function countries() {
  options ??= getCountries()
    .map((code) => ({ value: code, label: `${countryName(code)} (+${getCountryCallingCode(code)})` }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return [...options];
}

/** Whether to ask when the candidate was told of the automated call, and how long before it that must be. */
function NoticeSettings({ form: { typed, change, errorOf } }: { form: RulesForm }) {
  const { notice } = typed;
  const { asked, required, days } = notice;
  return (
    <>
      <Framed>
        <SettingSwitch
          name="Ask for the day of notice"
          words="New request and Import ask on which day the candidate was told of the automated call."
          checked={asked}
          onChange={(on) => change('notice', { ...notice, asked: on })}
        />
        {asked && (
          <>
            <SettingSwitch
              name="Require notice"
              words="Nobody is submitted without it. What waits without it is held."
              checked={required}
              onChange={(on) => change('notice', { ...notice, required: on })}
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
                  typeof typedDays === 'number' &&
                  change('notice', { ...notice, days: typedDays }, { typing: true })
                }
              />
            </SettingRow>
          </>
        )}
      </Framed>
      <Dim component="p" mt={8}>
        Callboard can’t know whether the candidate was told. The day is kept with the submission and in
        exports; the service doesn’t receive it. This is no legal advice.
      </Dim>
    </>
  );
}

/** What a new limit begins with. */
const USUAL: TriesRule = { most: 3, withinDays: 30 };

/** How often one person may be tried. */
function TriesSettings({ form: { typed, change, fixed } }: { form: RulesForm }) {
  const { tries } = typed;
  // A number that the policy sets may change while it is shown.
  const shown = (value: number | undefined) => (fixed.includes('tries') ? value : undefined);
  return (
    <>
      <Framed>
        <SettingSwitch
          name="Limit tries of one person"
          words="A person is a phone number, however it is written. Submissions of all workspaces on this computer count."
          checked={tries !== null}
          onChange={(on) => change('tries', on ? USUAL : null)}
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
                onChange={(most) => change('tries', { ...tries, most })}
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
                onChange={(withinDays) => change('tries', { ...tries, withinDays })}
              />
            </SettingRow>
          </>
        )}
      </Framed>
      <Dim component="p" mt={8}>
        Callboard counts what it submitted. It can’t know how often the service calls for one request, or who
        called otherwise.
      </Dim>
    </>
  );
}

/** How a part of the rules is shown. */
interface RuleSection<Value> {
  readonly Fields: (props: { readonly form: RulesForm }) => ReactNode;
  /** What it is set to, where it can't be changed. */
  readonly words: (value: Value) => string;
}

const SECTIONS: { readonly [Part in RulePart]: RuleSection<WorkspaceRules[Part]> } = {
  callingHours: { Fields: CallingHoursSettings, words: hoursWords },
  consent: { Fields: ConsentSettings, words: consentWords },
  notice: { Fields: NoticeSettings, words: noticeWords },
  defaultCountry: {
    Fields: DefaultCountrySettings,
    words: (code) => (code === null ? NONE : countryName(code)),
  },
  allowedCountries: {
    Fields: AllowedCountriesSettings,
    words: (codes) => codes.map(countryName).join(', '),
  },
  tries: {
    Fields: TriesSettings,
    words: (rule) =>
      rule === null ? 'No limit' : `At most ${rule.most} within ${daysWords(rule.withinDays)}`,
  },
  verdictFirst: {
    Fields: VerdictFirstSettings,
    words: (on) => (on ? 'Results are covered until then' : 'Off'),
  },
};

/** What a policy sets a part of the rules to; undefined if that can't be told. */
export function ruleWords<Part extends RulePart>(
  part: Part,
  rules: Partial<WorkspaceRules>,
): string | undefined {
  const value: WorkspaceRules[Part] | undefined = rules[part];
  return value === undefined ? undefined : SECTIONS[part].words(value);
}

function hoursWords({
  enabled,
  from,
  until,
  weekdays,
  ownHours,
  holidays,
  defaultTimeZone,
}: CallingHours): string {
  if (!enabled) return 'Calls at any hour';
  const own = new Set(ownHours.map(({ weekday }) => weekday));
  const usual = weekdays.filter((day) => !own.has(day));
  const spans = [
    ...(usual.length > 0 ? [`${from} to ${until} on ${usual.map(shortName).join(', ')}`] : []),
    ...ownHours.map((day) => `${day.from} to ${day.until} on ${shortName(day.weekday)}`),
  ];
  const closed =
    holidays.length > 0 ? `; not on public holidays of ${holidays.map(placeWords).join(', ')}` : '';
  return `${spans.join('; ')} (${defaultTimeZone} if the number doesn’t tell)${closed}`;
}

function placeWords({ country, region }: HolidayPlace): string {
  return region === undefined ? countryName(country) : `${countryName(country)} (${region})`;
}

function shortName(weekday: number): string {
  return WEEKDAYS.find(({ day }) => day === weekday)?.short ?? String(weekday);
}

function noticeWords({ asked, required, days }: NoticeRule): string {
  if (!asked) return 'Not asked for';
  return `${required ? 'Required' : 'Asked for'}, at least ${countOf(days, 'day')} before the call`;
}

function consentWords({ asked, required, wording }: ConsentRule): string {
  if (!asked) return 'Not asked for';
  return `${required ? 'Required' : 'Asked for'}: “${wording}”`;
}
