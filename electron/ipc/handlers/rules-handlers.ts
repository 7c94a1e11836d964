import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import { holidayCountries } from '../../holidays/holiday-calendar.ts';
import { callingMoment, candidateTimeZones } from '../../submissions/calling-hours.ts';
import type { HandlerContext } from './context.ts';

/** How many holidays the settings show of a place. */
const NEXT_HOLIDAYS = 3;

export function rulesHandlers({ inWorkspace, onChange }: HandlerContext): Handlers['rules'] {
  return {
    get: inWorkspace(async (open) => ok(await open.rules.get())),
    save: inWorkspace(async (open, { workspaceId, ...rules }) => {
      const { verdictFirst } = await open.rules.get();
      const saved = await open.saveRules(rules);
      onChange({ topic: 'settings' });
      if (verdictFirst !== saved.verdictFirst) onChange({ topic: 'covering', workspaceId });
      return ok(saved);
    }),
    callingTime: inWorkspace(async (open, { phoneNumber, timeZone, notBefore }) => {
      const { callingHours } = await open.rules.get();
      const earliest = Math.max(Date.now(), notBefore ?? 0);
      const callee = { phoneNumber, timeZone };
      if (callingHours.enabled) await open.holidays?.ready(callingHours.holidays);
      const moment = callingMoment(callingHours, callee, earliest, open.holidays?.on);
      const held = callingHours.enabled;
      return ok({ ...moment, candidateTimeZones: candidateTimeZones(callee), held });
    }),
    holidayCountries: inWorkspace(() => ok(holidayCountries())),
    nextHolidays: inWorkspace(async (open, { place, from }) =>
      ok((await open.holidays?.following(place, from, NEXT_HOLIDAYS)) ?? null),
    ),
  };
}
