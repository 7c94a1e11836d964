import { isSupportedCountry } from 'libphonenumber-js/min/es6';
import { z } from 'zod';
import { hasOwnHoursOnce, timeOfDay, timeZone } from '../../shared/calling-hours.ts';
import { arePlacesDistinct, holidayPlace, MAX_HOLIDAY_PLACES } from '../../shared/holidays.ts';
import { issueMessage } from '../../shared/input-problems.ts';
import { MAX_NOTICE_DAYS } from '../../shared/notice.ts';
import { triesRule } from '../../shared/tries.ts';
import { isHolidayPlace } from '../holidays/known-places.ts';

const dayHours = z
  .strictObject({ weekday: z.int().min(1).max(7), from: timeOfDay, until: timeOfDay })
  .refine(({ from, until }) => from < until, {
    path: ['until'],
    message: issueMessage('hours_end_first'),
  });

const callingHours = z
  .strictObject({
    enabled: z.boolean().describe('False: calls at any hour.'),
    from: timeOfDay.describe('When calls may begin, as HH:MM at the place of the candidate.'),
    until: timeOfDay.describe('When calls end, as HH:MM: up to, but not including, this minute.'),
    weekdays: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .describe('The days with calls: 1 is Monday, 7 is Sunday.'),
    own_hours: z
      .array(dayHours)
      .max(7)
      .optional()
      .describe('Days with hours of their own, such as [{"weekday": 5, "from": "09:00", "until": "14:00"}].'),
    holidays: z
      .array(
        holidayPlace.refine(isHolidayPlace, {
          abort: true,
          message: issueMessage('holiday_place_unknown'),
        }),
      )
      .max(MAX_HOLIDAY_PLACES)
      .refine(arePlacesDistinct, issueMessage('holiday_place_twice'))
      .optional()
      .describe(
        'No calls on public holidays of these places to numbers of their country, such as [{"country": "DE", "region": "BY"}].',
      ),
    default_time_zone: timeZone.describe(
      'The time zone of numbers that do not reveal theirs, such as Europe/Berlin.',
    ),
  })
  .refine(({ from, until }) => from < until, {
    path: ['until'],
    message: issueMessage('hours_end_first'),
  })
  .refine(({ weekdays, own_hours = [] }) => hasOwnHoursOnce({ weekdays, ownHours: own_hours }), {
    path: ['own_hours'],
    message: issueMessage('own_hours_wrong_day'),
  })
  .describe('When candidates may be called, in every workspace.');
export type PolicyCallingHours = z.output<typeof callingHours>;

const consent = z
  .strictObject({
    asked: z.boolean().describe('Whether people confirm the consent of the candidate before a submission.'),
    required: z.boolean().describe('Whether nobody is submitted without it.'),
    wording: z
      .string()
      .trim()
      .min(1, issueMessage('consent_wording_missing'))
      .max(1000, issueMessage('too_long', { most: 1000 }))
      .describe('What the candidate agreed to, stored word for word with each submission.'),
  })
  .describe('Whether people confirm that the candidate agreed to an automated call.');

const verdictFirst = z
  .boolean()
  .describe(
    'True: scores, headline and other results stay covered until a person has given a verdict with a reason.',
  );

const notice = z
  .strictObject({
    asked: z
      .boolean()
      .describe('Whether people say on which day the candidate was told of the automated call.'),
    required: z.boolean().describe('Whether nobody is submitted without it.'),
    days: z
      .int()
      .min(0)
      .max(MAX_NOTICE_DAYS)
      .describe('How many days must lie between that day and the call.'),
  })
  .describe('How long before the call the candidate must have been told of it.');

const defaultCountry = z
  .string()
  .refine(isSupportedCountry, issueMessage('country_unknown'))
  .describe('The country of phone numbers without a country code, as two letters (ISO 3166), such as DE.');

const allowedCountries = z
  .array(z.string().refine(isSupportedCountry, issueMessage('country_unknown')))
  .min(1)
  .max(300)
  .describe(
    'The countries whose numbers may be called, as two letters each (ISO 3166), such as ["DE", "AT"].',
  );

const tries = z
  .strictObject({
    no_limit: z
      .boolean()
      .optional()
      .describe('True: people may be tried as often as anybody likes; the numbers are then without effect.'),
    most: triesRule.shape.most
      .optional()
      .describe('How many times, 1 to 100. Needed unless there is no limit.'),
    within_days: triesRule.shape.withinDays
      .optional()
      .describe('Within how many days, 1 to 365. Needed unless there is no limit.'),
  })
  .describe('The largest number of tries of one person, counted over all workspaces of the computer.');
export type PolicyTries = z.output<typeof tries>;

/** The rules of workspaces that a policy can set: each as a whole. */
export const policyRules = z
  .strictObject({
    calling_hours: callingHours.optional(),
    consent: consent.optional(),
    verdict_first: verdictFirst.optional(),
    notice: notice.optional(),
    default_country: defaultCountry.optional(),
    allowed_countries: allowedCountries.optional(),
    tries: tries.optional(),
  })
  .describe('Rules of every workspace.');
