import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { HeldNumber } from '../../../shared/ipc/calls/rules-calls.ts';
import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import { holidayCountries } from '../../holidays/known-places.ts';
import { callingHolds } from '../../submissions/calling-hours/calling-holds.ts';
import { callingMoment, candidateTimeZones } from '../../submissions/calling-hours/calling-moment.ts';
import { dayToWaitFor } from '../../submissions/notice-wait.ts';
import type { HandlerContext } from './context.ts';

/** How many holidays the settings show of a place. */
const NEXT_HOLIDAYS = 3;

/** Batch size: a few milliseconds of work between two yields to the event loop. */
const BATCH_SIZE = 200;

export function rulesHandlers({ inWorkspace, onChange }: HandlerContext): Handlers['rules'] {
  return {
    get: inWorkspace(async (open) => ok(await open.rules.get())),
    save: inWorkspace(async (open, { workspaceId, ...rules }) => {
      const { verdictFirst } = await open.rules.get();
      const saved = await open.saveRules(rules);
      onChange({ topic: 'settings' });
      const isCoveredOtherwise = JSON.stringify(verdictFirst) !== JSON.stringify(saved.verdictFirst);
      const names = saved.verdictFirst.on && saved.verdictFirst.coverIdentity;
      if (isCoveredOtherwise) onChange({ topic: 'covering', workspaceId, names });
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
    heldNow: inWorkspace(async (open, { phoneNumbers, notBefore, chosen }) => {
      const earliest = Math.max(Date.now(), notBefore ?? 0);
      const { callingHours } = await open.rules.get();
      if (callingHours.enabled) await open.holidays?.ready(callingHours.holidays);
      const held: HeldNumber[] = [];
      for (let at = 0; at < phoneNumbers.length; at += BATCH_SIZE) {
        const batch = phoneNumbers.slice(at, at + BATCH_SIZE);
        held.push(...callingHolds(callingHours, batch, earliest, open.holidays?.on, chosen));
        await yieldToEventLoop();
      }
      return ok(held);
    }),
    noticeWaits: inWorkspace(async (open, { told, notBefore }) => {
      const earliest = Math.max(Date.now(), notBefore ?? 0);
      const rules = await open.rules.get();
      if (rules.callingHours.enabled) await open.holidays?.ready(rules.callingHours.holidays);
      const waits: (number | null)[] = [];
      for (let at = 0; at < told.length; at += BATCH_SIZE) {
        const batch = told.slice(at, at + BATCH_SIZE);
        waits.push(...batch.map((each) => dayToWaitFor(rules, each, earliest, open.holidays?.on)));
        await yieldToEventLoop();
      }
      return ok(waits);
    }),
    holidayCountries: inWorkspace(() => ok(holidayCountries())),
    nextHolidays: inWorkspace(async (open, { place, from }) =>
      ok((await open.holidays?.following(place, from, NEXT_HOLIDAYS)) ?? null),
    ),
  };
}
