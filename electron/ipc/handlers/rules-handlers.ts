import { setImmediate as othersTurn } from 'node:timers/promises';
import type { HeldNumber } from '../../../shared/ipc/calls/rules-calls.ts';
import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import { callingHolds } from '../../submissions/calling-hours/calling-holds.ts';
import { callingMoment } from '../../submissions/calling-hours/calling-moment.ts';
import type { HandlerContext } from './context.ts';

/** So many are reckoned before whatever else waits gets its turn: a few milliseconds. */
const NUMBERS_AT_A_TIME = 200;

export function rulesHandlers({ inWorkspace, onChange }: HandlerContext): Handlers['rules'] {
  return {
    get: inWorkspace(async (open) => ok(await open.rules.get())),
    save: inWorkspace(async (open, { workspaceId: _, ...rules }) => {
      await open.saveRules(rules);
      onChange({ topic: 'settings' });
      return ok(rules);
    }),
    callingTime: inWorkspace(async (open, { phoneNumber, timeZone, notBefore }) => {
      const { callingHours } = await open.rules.get();
      const earliest = Math.max(Date.now(), notBefore ?? 0);
      const moment = callingMoment(callingHours, { phoneNumber, timeZone }, earliest);
      return ok({ ...moment, held: callingHours.enabled });
    }),
    heldNow: inWorkspace(async (open, { phoneNumbers }) => {
      const { callingHours } = await open.rules.get();
      const held: HeldNumber[] = [];
      for (let at = 0; at < phoneNumbers.length; at += NUMBERS_AT_A_TIME) {
        held.push(...callingHolds(callingHours, phoneNumbers.slice(at, at + NUMBERS_AT_A_TIME), Date.now()));
        await othersTurn();
      }
      return ok(held);
    }),
  };
}
