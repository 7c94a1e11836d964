import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DoNotCallList } from '../../../electron/do-not-call/do-not-call-list.ts';
import type { HandlerContext } from '../../../electron/ipc/handlers.ts';
import { doNotCallHandlers } from '../../../electron/ipc/privacy-handlers.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';

const numberAt = (at: number): string => `+4930${901_000 + at}`;

/** A list of 450 numbers, and the call that saves it, with `meanwhile` after the first line of each page of 200. */
async function withSavedList(meanwhile: (page: number) => Promise<unknown>) {
  const { stores } = await temporaryStorage();
  let now = 1000;
  const doNotCall = new DoNotCallList({
    store: stores.doNotCall,
    account: 'ada',
    withdraw: async () => 0,
    locked: async () => null,
    onLifted: () => undefined,
    onChange: () => undefined,
    now: () => now,
  });
  const add = (numbers: readonly string[]) => {
    now += 1000;
    return doNotCall.add(numbers.map((phoneNumber) => ({ phoneNumber, reason: 'Asked on the phone' })));
  };
  await add(Array.from({ length: 450 }, (_, at) => numberAt(at)));
  const { entries } = await doNotCall.page('', 0);
  const lift = (at: number) => doNotCall.lift(entries[at]?.id ?? '', 'He agreed');
  const erase = (phone: string) => {
    const nothing = { submissionIds: [], importRows: [], listedIds: [], keepBlocking: false };
    const choice = { search: { name: '', phone, everywhere: true }, ...nothing };
    return stores.erasures.begin(randomUUID(), choice, null, now, { keyId: null, keep: false, by: 'ada' });
  };
  const lines: string[] = [];
  const exportFile: HandlerContext['exportFile'] = async (_exported, name, content) => {
    if (typeof content === 'string' || content instanceof Uint8Array)
      throw new Error('The content should be in chunks.');
    for await (const line of content) {
      lines.push(String(line));
      // The first line is the headings.
      if (lines.length % 200 === 2) await meanwhile((lines.length - 2) / 200);
    }
    return name;
  };
  const { save } = doNotCallHandlers({ doNotCall, stores, exportFile } as HandlerContext);
  return { save: () => save({}), saved: () => lines.slice(1), add, lift, erase };
}

test('a saved list has each entry once, whatever is lifted, added or erased while it is being written', async () => {
  const list = await withSavedList(async (page) => {
    if (page === 0) for (const at of [0, 1, 2, 150, 199]) await list.lift(at);
    if (page === 1) {
      await list.add([numberAt(900), numberAt(901), numberAt(902)]);
      await list.erase(numberAt(20));
      await list.erase(numberAt(440));
    }
  });
  expect(await list.save()).toEqual({ path: 'do-not-call.csv', count: 450 });
  const numbers = list.saved().map((line) => line.slice(0, line.indexOf(',')));
  const there = Array.from({ length: 450 }, (_, at) => numberAt(at)).filter((each) => each !== numberAt(440));
  expect(numbers).toEqual(there);
});
