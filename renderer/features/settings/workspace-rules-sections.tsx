import {
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Skeleton,
  Textarea,
  UnstyledButton,
} from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min/es6';
import { type ReactNode, useId, useState } from 'react';
import { useSearch } from 'wouter';
import type { CallingHours } from '../../../shared/calling-hours.ts';
import type { HolidayPlace } from '../../../shared/holidays.ts';
import { MAX_NOTICE_DAYS, type NoticeRule } from '../../../shared/notice.ts';
import type { TriesRule } from '../../../shared/tries.ts';
import { countryName } from '../../../shared/words/country-name.ts';
import { daysWords, PART_WORDS } from '../../../shared/words/rule-words.ts';
import type { ConsentRule, RulePart, WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { useAppState, useCurrentWorkspace, useOutboxCounts, useWorkspace } from '../../api/app-state.tsx';
import { askToConfirm } from '../../parts/dialog.tsx';
import { countOf } from '../../parts/format.ts';
import { Dim, Framed } from '../../parts/layout.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { FixedMark, Section } from '../../parts/page.tsx';
import { ClippedText } from '../../parts/text.tsx';
import { CALLING_RULES } from '../../routes/settings-parts.ts';
import { TeamPart } from '../team/team-part.tsx';
import { CallingHoursSettings } from './calling-hours-settings.tsx';
import { CountSetting, SavedMark, SettingRow, SettingSwitch } from './setting-row.tsx';
import classes from './settings.module.css';
import { type RulesForm, useRulesForm } from './use-rules-form.ts';
import { WEEKDAYS } from './weekdays.ts';

/** A workspace's rules for submissions, a row each with what it is set to; changes apply at once. */
export function CallingRules({ rules }: { rules: WorkspaceRules }) {
  const form = useRulesForm(rules);
  const { name } = useCurrentWorkspace();
  const isOnly = useAppState().workspaces.length === 1;
  return (
    <Section
      title="Calling rules"
      aside={
        !isOnly && (
          <Dim>
            For <bdi>{name}</bdi>.
          </Dim>
        )
      }
    >
      <Framed>
        {CALLING_RULES.map((part) => (
          <RuleRow key={part} part={part} form={form} />
        ))}
      </Framed>
      <Dim component="p" mt={8}>
        None of this is legal advice.
      </Dim>
    </Section>
  );
}

/** The default country of the open workspace. */
export function DefaultCountryPart() {
  return <SingleRule part="defaultCountry" />;
}

/** The team of a workspace, with its rule for when the team can't be reached. */
export function TeamSettingsPart() {
  return <TeamPart below={<SingleRule part="teamUnreachable" />} />;
}

function SingleRule({ part }: { readonly part: RulePart }) {
  const { data, error, refetch } = useQuery(useWorkspace().queries.rules.get());
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return data ? <RuleSection rules={data} part={part} /> : <Skeleton height={90} radius="md" />;
}

function RuleSection({ rules, part }: { readonly rules: WorkspaceRules; readonly part: RulePart }) {
  const form = useRulesForm(rules);
  return (
    <Section title={PART_WORDS[part].heading} aside={<RuleMark part={part} form={form} />}>
      <RuleFields part={part} form={form} />
    </Section>
  );
}

interface RuleProps {
  readonly part: RulePart;
  readonly form: RulesForm;
}

/** One rule: its name, what it is set to and, once opened, how that is changed. */
function RuleRow({ part, form }: RuleProps) {
  const heading = useId();
  const title = PART_WORDS[part].heading;
  const isLinked = new URLSearchParams(useSearch()).get('section') === title;
  const [isOpen, setOpen] = useState(isLinked);
  if (isLinked && !isOpen && form.touched === null) setOpen(true);
  return (
    <section aria-labelledby={heading} className={classes['rule']}>
      <div className={classes['ruleHead']}>
        <h2 id={heading} className={classes['ruleTitle']}>
          <UnstyledButton
            className={classes['ruleButton'] ?? ''}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {title}
          </UnstyledButton>
        </h2>
        <RuleMark part={part} form={form} />
        <ClippedText dimmed>{valueWords(part, form.typed)}</ClippedText>
        <IconChevronRight size={16} className={classes['ruleChevron']} aria-hidden />
      </div>
      {isOpen && <RuleFields part={part} form={form} />}
    </section>
  );
}

function RuleMark({ part, form: { save, touched, isValid, fixed } }: RuleProps) {
  return (
    <>
      <SavedMark saved={save.isSuccess && isValid && touched === part} />
      {fixed.includes(part) && <FixedMark />}
    </>
  );
}

/** What changes a rule; one that the policy sets can't be changed. */
function RuleFields({ part, form }: RuleProps) {
  const { Fields } = SECTIONS[part];
  const note = noteOf(part, form.typed);
  const isFixed = form.fixed.includes(part);
  const title = PART_WORDS[part].heading;
  return (
    <>
      {/* Always the same element, so that nothing typed is lost when the policy changes. */}
      <fieldset
        disabled={isFixed}
        aria-label={isFixed ? title : undefined}
        aria-description={isFixed ? 'Set by your organisation' : undefined}
        className={classes['rulesPart']}
      >
        <Framed>
          <Fields form={form} />
        </Framed>
        {note !== '' && (
          <Dim component="p" mt={8}>
            {note}
          </Dim>
        )}
      </fieldset>
      {form.touched === part && <ErrorNotice error={form.save.error} title="Couldn't save this." />}
    </>
  );
}

/** Whose numbers may be called. */
function AllowedCountriesSettings({ form: { typed, change, fixed } }: { form: RulesForm }) {
  const { allowedCountries } = typed;
  return (
    <div className={classes['ruleField']}>
      <MultiSelect
        label="Countries that may be called"
        description="Numbers of other countries, and those that don’t tell their country, are refused. What already waits for them is held."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
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
    <SettingSwitch
      name="Cover results until a verdict"
      words="A request shows its results once you have given a verdict with a reason."
      checked={on}
      onChange={(checked) => change('verdictFirst', checked)}
    />
  );
}

/** Whether to ask for the candidate's consent to an automated call, and its wording. */
function ConsentSettings({ form: { typed, change, errorOf } }: { form: RulesForm }) {
  const { consent } = typed;
  const { asked, required, wording } = consent;
  return (
    <>
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
    </>
  );
}

const NONE = 'None';

/** Whose numbers the ones without a country code are. */
function DefaultCountrySettings({ form: { typed, change } }: { form: RulesForm }) {
  return (
    <SettingRow
      name="Phone numbers without a country code"
      words="New request reads them as numbers of this country. Import starts from it and lets you choose another."
    >
      <Select
        aria-label="Default country"
        w={200}
        data={countries()}
        value={typed.defaultCountry}
        onChange={(code) => change('defaultCountry', code !== null && isSupportedCountry(code) ? code : null)}
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
    </>
  );
}

/** What becomes of submissions while the team can't be asked. */
function TeamUnreachableSettings({ form: { typed, change } }: { form: RulesForm }) {
  const { id: workspaceId } = useCurrentWorkspace();
  const team = useQuery(useWorkspace().queries.team.view()).data;
  const { waiting } = useOutboxCounts(workspaceId);
  const choose = (does: WorkspaceRules['teamUnreachable']) => {
    const set = () => change('teamUnreachable', does);
    if (does === 'wait' || waiting === 0 || team?.state.phase !== 'unreachable') set();
    else
      askToConfirm({
        workspaceId,
        title: 'Send without asking the team?',
        body: `${countOf(waiting, 'submission is', 'submissions are')} waiting and may go out at once. Colleagues may have called the same candidates meanwhile.`,
        confirm: 'Send anyway',
        run: async () => set(),
      });
  };
  return (
    <SettingRow
      name="Submissions"
      words="Wait: nobody is called until the team database can be asked whether a colleague has called them."
    >
      <SegmentedControl
        aria-label="When the team can’t be reached"
        data={[
          { value: 'wait', label: 'Wait' },
          { value: 'send', label: 'Send anyway' },
        ]}
        value={typed.teamUnreachable}
        onChange={choose}
      />
    </SettingRow>
  );
}

const MEANWHILE = `A colleague may call the same person meanwhile. Submissions go out with a warning. Once the team can be
reached again, both of you are told, and both requests are marked.`;

const UNREACHABLE_WORDS = { wait: 'Submissions wait', send: 'Submissions are sent anyway' } as const;

/** How a part of the rules is shown. */
interface RuleSection<Value> {
  readonly Fields: (props: { readonly form: RulesForm }) => ReactNode;
  /** What it is set to, where it can't be changed. */
  readonly words: (value: Value) => string;
  /** What else there is to say of it. */
  readonly note: string | ((value: Value) => string);
}

const SECTIONS: { readonly [Part in RulePart]: RuleSection<WorkspaceRules[Part]> } = {
  callingHours: {
    Fields: CallingHoursSettings,
    words: hoursWords,
    note: 'Callboard itself holds the submission. The service doesn’t know about calling hours, and may call some time after it receives the request. Public holidays: date-holidays, CC BY-SA 3.0.',
  },
  consent: {
    Fields: ConsentSettings,
    words: consentWords,
    note: 'Stored only in Callboard, with the submission and in exports. The service doesn’t receive it.',
  },
  notice: {
    Fields: NoticeSettings,
    words: noticeWords,
    note: 'Callboard can’t know whether the candidate was told. The day is kept with the submission and in exports; the service doesn’t receive it.',
  },
  defaultCountry: {
    Fields: DefaultCountrySettings,
    words: (code) => (code === null ? NONE : countryName(code)),
    note: 'Without one, every number needs its country code.',
  },
  allowedCountries: {
    Fields: AllowedCountriesSettings,
    words: (codes) => (codes.length === 0 ? 'All countries' : codes.map(countryName).join(', ')),
    note: 'Callboard goes by the number alone. It can’t know where the candidate is.',
  },
  tries: {
    Fields: TriesSettings,
    words: (rule) =>
      rule === null ? 'No limit' : `At most ${rule.most} within ${daysWords(rule.withinDays)}`,
    note: 'Callboard counts what it submitted. It can’t know how often the service calls for one request, or who called otherwise.',
  },
  teamUnreachable: {
    Fields: TeamUnreachableSettings,
    words: (does) => UNREACHABLE_WORDS[does],
    note: (does) => (does === 'send' ? MEANWHILE : ''),
  },
  verdictFirst: {
    Fields: VerdictFirstSettings,
    words: (on) => (on ? 'Results are covered until then' : 'Off'),
    note: (on) => (on ? ON : OFF),
  },
};

function valueWords<Part extends RulePart>(part: Part, rules: WorkspaceRules): string {
  return SECTIONS[part].words(rules[part]);
}

function noteOf<Part extends RulePart>(part: Part, rules: WorkspaceRules): string {
  const { note } = SECTIONS[part];
  return typeof note === 'string' ? note : note(rules[part]);
}

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
