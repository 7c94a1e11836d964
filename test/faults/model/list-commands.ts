import fc from 'fast-check';
import { parseListedPhone } from '../../../shared/do-not-call.ts';
import { writtenWays } from '../written-ways.ts';
import { Command } from './command.ts';
import { hasPerson, type Name, name, PHONES } from './person-commands.ts';
import { passTime } from './surroundings-commands.ts';
import type { World } from './world.ts';

const WAYS = writtenWays(PHONES.Ada, 'US', '').length;
const way = fc.nat(WAYS - 1);

/** The number of an entry, written in one of many ways. */
function listed(world: World, who: Name, index: number) {
  const written = writtenWays(PHONES[who], 'US', '')[index] ?? PHONES[who];
  const read = parseListedPhone(written, 'US');
  if (!read.ok) world.violated(`${JSON.stringify(written)} was not read: ${read.problem.code}`);
  return { phoneNumber: read.ok ? read.value.e164 : PHONES[who], reason: '' };
}

/** The number is on the list from now on: by this person, or by another process that only the disk knows of. */
export const forbid = fc.tuple(name, way, fc.constantFrom('here', 'here', 'elsewhere')).map(
  ([who, index, where]) =>
    new Command(`forbid(${who}, written in way ${index}, ${where})`, hasPerson, (world) => {
      const entry = listed(world, who, index);
      if (where === 'elsewhere') forbidElsewhere(world, entry.phoneNumber);
      else
        world.person?.list
          .add([entry])
          .catch((error: unknown) => world.violated(`forbidding: ${String(error)}`));
    }),
);

export function forbidElsewhere(world: World, phoneNumber: string): void {
  const id = `elsewhere ${world.commands}`;
  world.list.add([{ id, phoneNumber, reason: '', addedAt: world.now(), addedBy: 'bob' }]);
}

export const allowAgain = name.map(
  (who) =>
    new Command(
      `allowAgain(${who})`,
      (world) => world.list.mustNot(PHONES[who]) && !world.list.isLocked,
      (world) => world.list.lift(PHONES[who], world.now()),
    ),
);

/** The policy has exactly these numbers from now on; every process hears of it, or reads it at its start. */
export const policy = fc.tuple(fc.subarray<Name>(['Ada', 'Bob', 'Cem'], { maxLength: 2 }), way).map(
  ([names, index]) =>
    new Command(
      `policy(${names})`,
      () => true,
      (world) => {
        world.policyNumbers = names.map((who) => listed(world, who, index));
        for (const process of world.processes) {
          if (process.phase !== 'running') continue;
          process.policyList
            .apply()
            .catch((error: unknown) => world.violated(`the policy: ${String(error)}`));
        }
      },
    ),
);

export const erase = fc.tuple(name, fc.boolean()).map(
  ([who, keep]) =>
    new Command(
      `erase(${who}, ${keep ? 'stays blocked' : 'not blocked'})`,
      (world) => !world.list.isLocked,
      (world) => world.list.erase(PHONES[who], keep, world.now()),
    ),
);

export const keyStore = fc.constantFrom('lock', 'unlock', 'unlock', 'unlock').map(
  (what) =>
    new Command(
      `keyStore(${what})`,
      ({ list }) => list.isLocked !== (what === 'lock'),
      (world) => lockKeys(world, what === 'lock'),
    ),
);

/** Locks or unlocks the key store; once it is unlocked, every process stores the policy's list that had to wait. */
export function lockKeys(world: World, locked: boolean): void {
  world.list.lock(locked);
  for (const process of locked ? [] : world.processes) {
    if (process.phase !== 'running') continue;
    process.policyList.apply().catch((error: unknown) => world.violated(`the policy: ${String(error)}`));
  }
}

export const backUp = fc.constant(
  new Command(
    'backUp()',
    () => true,
    ({ list }) => list.backUp(),
  ),
);

/** A backup of another computer comes, with an entry of its own. */
export const backUpOther = fc.tuple(name, fc.constantFrom('person', 'policy', 'erased')).map(
  ([who, how]) =>
    new Command(
      `backUpOther(${who}, ${how})`,
      () => true,
      (world) => world.list.backUpOther(PHONES[who], how, world.now()),
    ),
);

/** The last backup is merged: one of this computer, made before or after any entry, or that of another. */
export const merge = fc.constant(
  new Command(
    'merge()',
    ({ list }) => list.hasBackup && !list.isLocked,
    (world) => {
      world.list.merge();
      passTime(world, 1000);
    },
  ),
);

/** What the list says must be what was done: whoever must not be called is forbidden, and nobody else. */
export function wronglyListed({ list }: World): string[] {
  return Object.entries(PHONES).flatMap(([who, phoneNumber]) => {
    const found = list.forbidding(phoneNumber);
    if (list.mustNot(phoneNumber) && found === null)
      return [`${who} must not be called, and the list allows it`];
    if (!list.closed && !list.everListed.has(phoneNumber) && found !== null)
      return [`${who} was never on the list, and is forbidden`];
    return [];
  });
}
