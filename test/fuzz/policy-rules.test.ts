import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgePolicy, type Policy, unreadablePolicy } from '../../electron/policy/judge-policy.ts';
import { type LastRules, rulesOverlay, withRulesOverlay } from '../../electron/policy/policy-rules.ts';
import { readPolicyText } from '../../electron/policy/policy-text.ts';
import { MAX_LISTED_NUMBERS } from '../../shared/do-not-call.ts';
import { policyWords } from '../../shared/words/policy-words.ts';
import {
  defaultRules,
  RULE_PARTS,
  type RulePart,
  type WorkspaceRules,
  workspaceRules,
} from '../../shared/workspace-rules.ts';
import { FUZZ_TIMEOUT, survives } from './fuzzing.ts';
import { deepJson, isPolluted, jsonText, objectLike } from './hostile.ts';
import { expectNoMeaningGuessed, questionnaires } from './policy-questionnaires.ts';
import { isObject, listOf, plainly } from './policy-texts.ts';

const PART = 'policy-rules';

/** Values as text, of which few are allowed together: contradictions, wrong types, huge numbers and unknown places. */
const flag = fc.constantFrom('true', 'false', '"true"', '1', 'null');
const days = fc.constantFrom(
  '0',
  '1',
  '7',
  '30',
  '365',
  '366',
  '3650',
  '3651',
  '-1',
  '1.5',
  '1e308',
  '"7"',
  '[]',
);
const time = fc.constantFrom('"08:00"', '"12:30"', '"18:00"', '"24:00"', '"8:00"', '"99:99"', '800', 'null');
const country = fc.constantFrom(
  '"DE"',
  '"AT"',
  '"GB"',
  '"XX"',
  '"de"',
  '""',
  '"__proto__"',
  '"constructor"',
  '49',
);
const zone = fc.constantFrom(
  '"Europe/Berlin"',
  '"Asia/Tokyo"',
  '"Mars/Base"',
  '"../../etc"',
  '"toString"',
  '1',
);
const number = fc.constantFrom(
  '"+493012345678"',
  '"+43 1 5123456"',
  '"030 1234"',
  '"+"',
  '""',
  '7',
  '{"number":"+4915112345678"}',
);
const weekday = fc.constantFrom('1', '2', '5', '7', '0', '8', '"1"');

const rules: Readonly<Record<string, fc.Arbitrary<string>>> = {
  calling_hours: objectLike({
    enabled: flag,
    from: time,
    until: time,
    weekdays: listOf(weekday),
    own_hours: listOf(objectLike({ weekday, from: time, until: time }), 2),
    holidays: listOf(objectLike({ country, region: fc.constantFrom('"BY"', '"ZZ"', '"__proto__"') }), 12),
    default_time_zone: zone,
  }),
  consent: objectLike({
    asked: flag,
    required: flag,
    wording: fc.constantFrom('"Yes."', '" "', '1', `"${'x'.repeat(1001)}"`),
  }),
  verdict_first: flag,
  notice: objectLike({ asked: flag, required: flag, days }),
  default_country: country,
  allowed_countries: fc.oneof(listOf(country), fc.constant(`[${'"DE",'.repeat(300)}"DE"]`)),
  tries: objectLike({ no_limit: flag, most: days, within_days: days }),
  team_unreachable: fc.constantFrom('"wait"', '"send"', '"maybe"', 'true', 'null'),
};
const right = plainly({
  calling_hours: fc.constant(
    '{"enabled":true,"from":"09:00","until":"17:00","weekdays":[1],"default_time_zone":"Europe/Berlin"}',
  ),
  consent: fc.constant('{"asked":true,"required":true,"wording":"Yes."}'),
  verdict_first: fc.constant('true'),
  notice: fc.constant('{"asked":true,"required":true,"days":3}'),
  default_country: fc.constant('"FR"'),
  allowed_countries: fc.constant('["FR"]'),
  tries: fc.oneof(fc.constant('{"most":2,"within_days":9}'), jsonText),
  team_unreachable: fc.constant('"send"'),
});
const retention = objectLike({ at_least_days: days, at_most_days: days });
const document = fc.oneof(
  plainly({
    rules: fc.oneof(right, plainly(rules), objectLike(rules)),
    retention,
    retention_days: days,
    do_not_call: objectLike({ numbers: listOf(number, 120) }),
    questionnaires,
  }),
  objectLike({ rules: objectLike(rules), retention, do_not_call: objectLike({ numbers: listOf(number) }) }),
  deepJson.map((deep) => `{"rules":${deep},"questionnaires":${deep}}`),
);

const open: WorkspaceRules = { ...defaultRules('Europe/Berlin'), teamUnreachable: 'send' };
/** What the policy before said: stricter in every part than what people have stored. */
const last: LastRules = {
  callingHours: { ...open.callingHours, enabled: true, from: '10:00', until: '11:00' },
  consent: { asked: true, required: true, wording: 'I agreed.' },
  notice: { asked: true, required: true, days: 300 },
  verdictFirst: true,
  defaultCountry: 'DE',
  allowedCountries: ['DE'],
  tries: { most: 1, withinDays: 300 },
  teamUnreachable: 'wait',
};

function read(text: string): { readonly policy: Policy; readonly told: unknown } {
  const found = readPolicyText(Buffer.from(text));
  if (found.kind === 'absent') throw new Error('These documents are never empty.');
  if (found.kind === 'unreadable') return { policy: unreadablePolicy(found.problem), told: undefined };
  return { policy: judgePolicy(found.document, found.problems), told: found.document };
}

/** The name of a part in a policy. */
function nameOf(part: RulePart): string {
  return part.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Each part holds as it says, or as the last policy said: nothing is looser because of a mistake, in it or elsewhere. */
function expectNothingLoosened({ rules: judged, problems }: Policy, told: unknown): void {
  const said = isObject(told) && Object.hasOwn(told, 'rules') ? told['rules'] : {};
  const effective = withRulesOverlay(open, rulesOverlay(judged, last));
  const unremembered = withRulesOverlay(open, rulesOverlay(judged, {}));
  expect(workspaceRules.safeParse(effective).success).toBe(true);
  for (const part of RULE_PARTS) {
    const value = isObject(said) && Object.hasOwn(said, nameOf(part)) ? said[nameOf(part)] : undefined;
    const alone = judgePolicy({ rules: { [nameOf(part)]: value } });
    const holds = alone.problems.length === 0 && value !== undefined;
    if (holds && told !== undefined) expect(effective[part]).toEqual(alone.rules.values[part]);
    else expect(effective[part]).toEqual(problems.length > 0 ? last[part] : open[part]);
    if (value !== undefined && !holds) {
      expectNamed(problems, `rules.${nameOf(part)}`);
      if (part === 'consent') expect(unremembered.consent.required).toBe(true);
      if (part === 'verdictFirst') expect(unremembered.verdictFirst).toBe(true);
      if (part === 'teamUnreachable') expect(unremembered.teamUnreachable).toBe('wait');
    }
  }
}

function expectNamed(problems: Policy['problems'], path: string): void {
  const isListed = problems.some(({ where, code }) => where.startsWith(path) || code === 'more_problems');
  expect(isListed, `${path} is named`).toBe(true);
}

/** Bounds that contradict each other, or aren't read, erase nothing; a number that isn't read removes none. */
function expectKept({ retention: bounds, values, doNotCall, problems }: Policy): void {
  if (bounds.atMostDays !== null) expect(bounds.atLeastDays).toBeLessThanOrEqual(bounds.atMostDays);
  if (bounds.unclear) expect(values.retentionDays).toBe(0);
  if (bounds.unclear || !doNotCall.complete) expect(problems.length).toBeGreaterThan(0);
  for (const { phoneNumber } of doNotCall.numbers) expect(phoneNumber).toMatch(/^\+[1-9]\d{4,14}$/);
}

test('more numbers than a policy may list are named, and no earlier number is removed', () => {
  const numbers = Array.from({ length: MAX_LISTED_NUMBERS + 1 }, () => '+493012345678');
  const { doNotCall, problems, locked } = judgePolicy({ do_not_call: { numbers } });
  expect(problems).toEqual([
    { where: 'do_not_call.numbers', code: 'too_many_numbers', values: { most: MAX_LISTED_NUMBERS } },
  ]);
  expect(doNotCall).toMatchObject({ complete: false });
  expect(doNotCall.numbers).toHaveLength(MAX_LISTED_NUMBERS);
  expect(locked).toBe(true);
});

const seen = { right: 0, wrong: 0, unreadable: 0 };

test(
  'whatever the rules of a policy say, each part holds as it says or stays as strict as before, and is named',
  async () => {
    await survives(
      PART,
      { short: 300, long: 50_000 },
      fc.property(document, (text) => {
        const { policy, told } = read(text);
        seen[told === undefined ? 'unreadable' : policy.problems.length > 0 ? 'wrong' : 'right'] += 1;
        for (const problem of policy.problems) expect(policyWords(problem)).toMatch(/^.+/);
        expectNothingLoosened(policy, told);
        expectKept(policy);
        expectNoMeaningGuessed(policy, told);
        expect(isPolluted()).toBe(false);
      }),
    );
    // A run that met only documents of one kind would say little.
    if (process.env['FUZZ_PATH'] === undefined)
      expect(Object.values(seen).every((count) => count > 0)).toBe(true);
    if (process.env['FUZZ_LONG'] === '1') console.log(seen);
  },
  FUZZ_TIMEOUT,
);
