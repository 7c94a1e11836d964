import { expect, test } from 'vitest';
import { judgePolicy, unreadablePolicy } from '../../../electron/policy/judge-policy.ts';
import {
  fixedRules,
  NO_RULES_FIXED,
  policyVerdictMode,
  rulesOverlay,
  rulesToRemember,
  rulesToStore,
  UNREAD_RULES,
  withRulesOverlay,
} from '../../../electron/policy/policy-rules.ts';
import { policyProblem } from '../../../shared/policy.ts';
import { defaultRules, RULE_PARTS, workspaceRules } from '../../../shared/workspace-rules.ts';

const HOURS = {
  enabled: true,
  from: '09:00',
  until: '18:00',
  weekdays: [1, 2, 3],
  default_time_zone: 'Europe/Berlin',
};
const DAY = { weekday: 3, from: '09:00', until: '12:00' };
const CONSENT = { asked: true, required: true, wording: 'They agreed.' };
const STORED = defaultRules('Asia/Tokyo');

const overlayOf = (rules: unknown, last = {}) => rulesOverlay(judgePolicy({ rules }).rules, last);
const placesOf = (rules: unknown) => judgePolicy({ rules }).problems.map(({ where }) => where);

test('a policy sets each part of the rules as a whole, and leaves the others to the person', () => {
  const policy = judgePolicy({ rules: { calling_hours: HOURS, consent: CONSENT } });
  expect(policy.problems).toEqual([]);
  const overlay = rulesOverlay(policy.rules, {});
  expect([...overlay.fixed]).toEqual(['callingHours', 'consent']);
  const { default_time_zone: defaultTimeZone, ...hours } = HOURS;
  expect(withRulesOverlay(STORED, overlay)).toEqual({
    callingHours: { ...hours, ownHours: [], holidays: [], defaultTimeZone },
    consent: CONSENT,
    notice: STORED.notice,
    verdictFirst: STORED.verdictFirst,
    defaultCountry: null,
    allowedCountries: [],
    tries: null,
    teamUnreachable: 'wait',
  });
  expect(withRulesOverlay(STORED, NO_RULES_FIXED)).toEqual(STORED);
});

test('a policy sets in every workspace whether the verdict comes first', () => {
  const { rules } = judgePolicy({ rules: { verdict_first: true } });
  expect(policyVerdictMode(rules, {})).toBe(true);
  const own = { ...STORED, verdictFirst: false };
  expect(withRulesOverlay(own, rulesOverlay(rules, {})).verdictFirst).toBe(true);
  expect(policyVerdictMode(judgePolicy({ rules: {} }).rules, {})).toBeNull();
});

test.each<[unknown, string]>([
  ['yes', 'rules.verdict_first'],
  [{ on: false }, 'rules.verdict_first'],
  [null, 'rules.verdict_first'],
])('the mode %j can’t be read, so everything is covered that can be', (verdict_first, place) => {
  expect(placesOf({ verdict_first })).toEqual([place]);
  const overlay = overlayOf({ verdict_first });
  expect([...overlay.fixed]).toContain('verdictFirst');
  expect(overlay.values.verdictFirst).toBe(true);
  const { rules } = judgePolicy({ rules: { verdict_first } });
  // What nobody wrote isn't remembered as if it had been.
  expect(rulesToRemember(rules, {})).toEqual({});
  expect(policyVerdictMode(rules, { verdictFirst: false })).toBe(false);
});

test.each<[unknown, readonly string[]]>([
  [{ calling_hours: { ...HOURS, from: '18:00', until: '09:00' } }, ['rules.calling_hours.until']],
  [{ calling_hours: { ...HOURS, weekdays: [] } }, ['rules.calling_hours.weekdays']],
  [{ calling_hours: { ...HOURS, weekdays: [8] } }, ['rules.calling_hours.weekdays[0]']],
  [{ calling_hours: { ...HOURS, weekdays: 'Monday' } }, ['rules.calling_hours.weekdays']],
  [
    { calling_hours: { ...HOURS, default_time_zone: 'Mars/Base' } },
    ['rules.calling_hours.default_time_zone'],
  ],
  [{ calling_hours: { ...HOURS, enabld: true } }, ['rules.calling_hours.enabld']],
  [
    { calling_hours: { ...HOURS, own_hours: [{ weekday: 7, from: '09:00', until: '10:00' }] } },
    ['rules.calling_hours.own_hours'],
  ],
  [{ calling_hours: { ...HOURS, holidays: { country: 'DE' } } }, ['rules.calling_hours.holidays']],
  [{ calling_hours: { ...HOURS, holidays: [{ country: 'XX' }] } }, ['rules.calling_hours.holidays[0]']],
  [
    { calling_hours: { ...HOURS, holidays: [{ country: 'DE', region: 'ZZ' }] } },
    ['rules.calling_hours.holidays[0]'],
  ],
  [
    { calling_hours: { ...HOURS, holidays: [{ country: 'DE' }, { country: 'DE' }] } },
    ['rules.calling_hours.holidays'],
  ],
  [
    { calling_hours: { ...HOURS, enabled: false, holidays: [{ country: 'DE' }] } },
    ['rules.calling_hours.holidays'],
  ],
  [{ notice: { asked: true, required: true } }, ['rules.notice.days']],
  [{ notice: { asked: true, required: true, days: 366 } }, ['rules.notice.days']],
  [{ notice: { asked: true, required: true, days: 1.5 } }, ['rules.notice.days']],
  [{ notice: { asked: false, required: true, days: 7 } }, ['rules.notice.required']],
  [{ notice: { asked: false, required: false, days: 7 } }, ['rules.notice.days']],
  [{ notice: { asked: true, required: true, days: -1 } }, ['rules.notice.days']],
  [{ notice: { asked: true, required: true, days: 1e9 } }, ['rules.notice.days']],
  [{ calling_hours: { ...HOURS, own_hours: [DAY, DAY] } }, ['rules.calling_hours.own_hours']],
  [
    { calling_hours: { ...HOURS, own_hours: [{ ...DAY, until: '08:00' }] } },
    ['rules.calling_hours.own_hours[0].until'],
  ],
  [{ calling_hours: { ...HOURS, own_hours: {} } }, ['rules.calling_hours.own_hours']],
  [{ calling_hours: null }, ['rules.calling_hours']],
  [
    { calling_hours: { length: { valueOf: 1 } } },
    Array(5).fill(expect.stringMatching(/^rules\.calling_hours\./)),
  ],
])('calling hours %j lock the stored ones', (rules, places) => {
  if (places.length < 5) expect(placesOf(rules)).toEqual(places);
  expect(placesOf(rules)).not.toEqual([]);
  const overlay = overlayOf(rules);
  expect([...overlay.fixed]).toContain('callingHours');
  expect(withRulesOverlay(STORED, overlay).callingHours).toEqual(STORED.callingHours);
});

test.each<[unknown, string]>([
  [{ consent: { ...CONSENT, required: 'yes' } }, 'rules.consent.required'],
  [{ consent: { ...CONSENT, asked: false } }, 'rules.consent.required'],
  [{ consent: { ...CONSENT, wording: ' ' } }, 'rules.consent.wording'],
  [{ consent: { ...CONSENT, wording: 'x'.repeat(1001) } }, 'rules.consent.wording'],
  [{ consent: true }, 'rules.consent'],
  [{ consnt: CONSENT }, 'rules.consnt'],
  [[], 'rules'],
  ['consent', 'rules'],
  [null, 'rules'],
])('consent in %j is required in the stored wording', (rules, place) => {
  expect(placesOf(rules)).toEqual([place]);
  const overlay = overlayOf(rules);
  expect([...overlay.fixed]).toContain('consent');
  const { wording } = STORED.consent;
  expect(withRulesOverlay(STORED, overlay).consent).toEqual({ asked: true, required: true, wording });
  const unworded = { ...STORED, consent: { asked: false, required: false, wording: '' } };
  expect(workspaceRules.safeParse(withRulesOverlay(unworded, overlay)).success).toBe(true);
});

test.each<[unknown, string]>([
  [[], 'rules.allowed_countries'],
  [['UK'], 'rules.allowed_countries[0]'],
  [['DE', 49], 'rules.allowed_countries[1]'],
  ['DE', 'rules.allowed_countries'],
  [{ DE: true }, 'rules.allowed_countries'],
])('the countries %j lock the stored ones', (allowed_countries, place) => {
  expect(placesOf({ allowed_countries })).toEqual([place]);
  const overlay = overlayOf({ allowed_countries });
  expect([...overlay.fixed]).toContain('allowedCountries');
  const stored = { ...STORED, allowedCountries: ['FR' as const] };
  expect(withRulesOverlay(stored, overlay).allowedCountries).toEqual(['FR']);
});

test.each([[{ no_limit: true }], [{ no_limit: true, most: 3, within_days: 30 }]])(
  'a policy fixes that there is no limit of tries with %j',
  (tries) => {
    const policy = judgePolicy({ rules: { tries } });
    expect(policy.problems).toEqual([]);
    expect(fixedRules(policy.rules)).toEqual(['tries']);
    const stored = { ...STORED, tries: { most: 1, withinDays: 10 } };
    const overlay = rulesOverlay(policy.rules, {});
    expect(withRulesOverlay(stored, overlay).tries).toBeNull();
    expect(() => rulesToStore(stored, stored, overlay)).toThrow('setting_set_by_organisation');
    // A policy that can't be read keeps what the last one said.
    expect(rulesOverlay(UNREAD_RULES, { tries: null }).values).toEqual({ tries: null });
  },
);

test.each([
  [{ no_limit: false }, ['rules.tries.most', 'rules.tries.within_days']],
  [{}, ['rules.tries.most', 'rules.tries.within_days']],
  [{ no_limit: 'yes', most: 2, within_days: 5 }, ['rules.tries.no_limit']],
])('the tries %j lock the stored ones', (tries, places) => {
  expect(placesOf({ tries })).toEqual(places);
  const stored = { ...STORED, tries: { most: 1, withinDays: 10 } };
  expect(withRulesOverlay(stored, overlayOf({ tries })).tries).toEqual({ most: 1, withinDays: 10 });
});

test('a policy limits the tries of one person', () => {
  const policy = judgePolicy({ rules: { tries: { most: 2, within_days: 14 } } });
  expect(policy.problems).toEqual([]);
  const effective = withRulesOverlay(STORED, rulesOverlay(policy.rules, {}));
  expect(effective.tries).toEqual({ most: 2, withinDays: 14 });
});

test.each<[unknown, string]>([
  [{ most: 0, within_days: 14 }, 'rules.tries.most'],
  [{ most: 1.5, within_days: 14 }, 'rules.tries.most'],
  [{ most: 2 }, 'rules.tries.within_days'],
  [{ most: 2, within_days: 366 }, 'rules.tries.within_days'],
  [{ most: 2, within_days: 14, withinDays: 14 }, 'rules.tries.withinDays'],
  [null, 'rules.tries'],
  [3, 'rules.tries'],
])('with the tries %j in the policy, the stored limit stays and is locked', (tries, place) => {
  expect(placesOf({ tries })).toEqual([place]);
  const overlay = overlayOf({ tries });
  expect([...overlay.fixed]).toContain('tries');
  const stored = { ...STORED, tries: { most: 1, withinDays: 7 } };
  expect(withRulesOverlay(stored, overlay).tries).toEqual({ most: 1, withinDays: 7 });
});

test('an invalid part stays as the last policy set it, and does not void the others', () => {
  const before = judgePolicy({ rules: { calling_hours: HOURS, consent: CONSENT } });
  const last = rulesToRemember(before.rules, {});
  const wrong = judgePolicy({
    rules: { calling_hours: 'nine to five', consent: { ...CONSENT, asked: 1 }, default_country: 'DE' },
  });
  expect(rulesToRemember(wrong.rules, last)).toEqual({ ...last, defaultCountry: 'DE' });
  expect(withRulesOverlay(STORED, rulesOverlay(wrong.rules, last))).toMatchObject({
    callingHours: { enabled: true, weekdays: [1, 2, 3] },
    consent: CONSENT,
    defaultCountry: 'DE',
  });
});

test('while a policy has a mistake anywhere, the rules it set before hold, and none can be changed', () => {
  const last = rulesToRemember(judgePolicy({ rules: { calling_hours: HOURS } }).rules, {});
  for (const policy of [
    judgePolicy({ rulez: { calling_hours: HOURS } }),
    unreadablePolicy(policyProblem('', 'not_text')),
    judgePolicy([]),
  ]) {
    expect(fixedRules(policy.rules)).toEqual(RULE_PARTS);
    const rules = withRulesOverlay(STORED, rulesOverlay(policy.rules, last));
    expect(rules.callingHours).toMatchObject({ enabled: true, from: '09:00' });
    // Nothing says that it ever set consent.
    expect(rules.consent).toEqual(STORED.consent);
  }
  expect(rulesToRemember(judgePolicy({}).rules, last)).toEqual({});
});

test('what was remembered but is no valid rule any more is ignored', () => {
  const { rules } = unreadablePolicy(policyProblem('', 'not_text'));
  const overlay = rulesOverlay(rules, { callingHours: { enabled: 1 }, consent: null, defaultCountry: 'XX' });
  expect(overlay.values).toEqual({});
});

test('a change of a fixed part is refused, and the stored one is kept underneath', () => {
  const overlay = overlayOf({ consent: CONSENT });
  const shown = withRulesOverlay(STORED, overlay);
  const change = { ...shown, defaultCountry: 'DE' as const };
  expect(rulesToStore(STORED, change, overlay)).toEqual({ ...STORED, defaultCountry: 'DE' });
  const other = { ...shown, consent: { ...CONSENT, required: false } };
  expect(() => rulesToStore(STORED, other, overlay)).toThrow('setting_set_by_organisation');
});
