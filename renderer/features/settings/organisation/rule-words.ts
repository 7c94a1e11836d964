import type { CallingHours } from '../../../../shared/calling-hours.ts';
import type { HolidayPlace } from '../../../../shared/holidays.ts';
import type { NoticeRule } from '../../../../shared/notice.ts';
import { countryName } from '../../../../shared/words/country-name.ts';
import { triesRuleWords } from '../../../../shared/words/tries-words.ts';
import type {
  ConsentRule,
  RulePart,
  VerdictFirst,
  WorkspaceRules,
} from '../../../../shared/workspace-rules.ts';
import { countOf } from '../../../parts/text/count-of.ts';
import { WEEKDAYS } from '../weekdays.ts';

export const RULE_NAMES: Readonly<Record<RulePart, string>> = {
  callingHours: 'Calling hours',
  consent: 'Consent',
  notice: 'Notice',
  verdictFirst: 'Verdict before score',
  defaultCountry: 'Default country',
  allowedCountries: 'Countries that may be called',
  tries: 'Tries of one person',
};

/** What the policy sets a rule to. */
export function ruleWords(
  part: RulePart,
  {
    callingHours,
    consent,
    notice,
    verdictFirst,
    defaultCountry,
    allowedCountries,
    tries,
  }: Partial<WorkspaceRules>,
): string {
  const words: Readonly<Record<RulePart, string | undefined>> = {
    callingHours: callingHours && hoursWords(callingHours),
    consent: consent && consentWords(consent),
    notice: notice && noticeWords(notice),
    verdictFirst: verdictFirst && verdictFirstWords(verdictFirst),
    defaultCountry: defaultCountry ? countryName(defaultCountry) : undefined,
    allowedCountries: allowedCountries?.map(countryName).join(', '),
    tries: tries === null ? 'No limit' : tries && triesRuleWords(tries),
  };
  return words[part] ?? 'As before, until the errors in the policy are corrected';
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

function verdictFirstWords({ on, coverIdentity }: VerdictFirst): string {
  if (!on) return 'Off';
  return coverIdentity
    ? 'Results and who the candidate is are covered until then'
    : 'Results are covered until then';
}

function noticeWords({ asked, required, days }: NoticeRule): string {
  if (!asked) return 'Not asked for';
  return `${required ? 'Required' : 'Asked for'}, at least ${countOf(days, 'day')} before the call`;
}

function consentWords({ asked, required, wording }: ConsentRule): string {
  if (!asked) return 'Not asked for';
  return `${required ? 'Required' : 'Asked for'}: “${wording}”`;
}
