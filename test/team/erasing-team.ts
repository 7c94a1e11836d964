import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { DATABASE } from '../../practice/team/postgres-cluster.ts';
import type { FoundListedNumber, PersonSearch } from '../../shared/privacy.ts';
import { putEverywhere, VICTIM } from '../electron/privacy/busy-database.ts';
import { formsOf, tracesOf } from '../electron/privacy/traces-of.ts';
import { addTracked } from '../electron/storage/temporary-storage.ts';
import { computerOf, inStep } from '../electron/team/two-computers.ts';
import { until } from '../poll.ts';
import { newTeam, type PostgresCluster, type TestTeam } from '../postgres-cluster.ts';

export type Computer = Awaited<ReturnType<typeof computerOf>>;

/** Shorter ones are in some UUID. */
export const TRACES = VICTIM.traces.filter((trace) => trace.length > 4);
const PERSON: PersonSearch = { name: VICTIM.name, phone: VICTIM.phone, everywhere: true };

/** What a dump of the team's schema, and what the server's planner knows of its tables, have of the person. */
export async function tracesInDump({ cluster, name }: TestTeam): Promise<string[]> {
  const dump = await cluster.run(
    'pg_dump',
    ['-h', '127.0.0.1', '-p', String(cluster.port), '-U', cluster.administrator, '-n', name, DATABASE],
    { PGPASSWORD: cluster.administratorPassword },
  );
  const samples = await cluster.psql(`select * from pg_stats where schemaname = '${name}'`);
  return TRACES.filter((trace) => formsOf(trace).some((form) => `${dump}${samples}`.includes(form)));
}

/** Erases the person with everything that the search finds, or with these entries of the list alone; gives the receipt's id. */
export async function erase(
  { privacy }: Computer,
  keepBlocking = false,
  search = PERSON,
  isChosen = ({ foundBy }: FoundListedNumber): boolean => foundBy !== 'name',
): Promise<string> {
  const found = await privacy.find(search, null);
  const begun = await privacy.erase(
    {
      search,
      submissionIds: found.submissions.map(({ submissionId }) => submissionId),
      importRows: found.importRows.map(({ importId, rowNumber }) => ({ importId, rowNumber })),
      listedIds: found.listedNumbers.filter(isChosen).map(({ id }) => id),
      holdIds: found.ownHolds.map(({ id }) => id),
      confirmedHolds: found.holds.map(({ id }) => id),
      keepBlocking,
    },
    null,
  );
  if (!begun.ok) throw new Error(begun.error.code);
  return begun.value.id;
}

/** Resolves with the receipt when an erasure has finished. */
export const finished = ({ stores, told }: Computer, id: string) =>
  until('the end of the erasure', async () => {
    if (told.troubles.length > 0) throw told.troubles[0];
    const receipt = await stores.erasures.receipt(id);
    return receipt?.finishedAt != null && receipt;
  });

/** Whether each of these, and the team, has nothing of the person any more. */
export async function expectNothingLeft(team: TestTeam, ...computers: readonly Computer[]): Promise<void> {
  for (const { storage } of computers) await storage.stores.erasures.overwrite(null);
  const left = computers.map(({ folder }) => tracesOf(folder, TRACES));
  expect({ team: await tracesInDump(team), left }).toEqual({ team: [], left: computers.map(() => []) });
}

/** A team of which each has the person's requests, and Bob one of his own about them. */
export async function busyTeam(cluster?: PostgresCluster) {
  const team = await newTeam(cluster);
  const [mary, bob] = [await computerOf(team, 'mary'), await computerOf(team, 'bob')];
  await putEverywhere(mary);
  await addTracked(bob.storage, randomUUID(), {
    ...{ candidateName: VICTIM.name, phoneNumber: VICTIM.phone, resumeUrl: VICTIM.resumeUrl },
  });
  await addTracked(bob.storage, randomUUID(), {
    candidateName: 'Somebody Else',
    phoneNumber: '+12025550177',
  });
  await mary.connect();
  await bob.connect();
  await inStep(team, mary, bob);
  await inStep(team, mary, bob);
  expect(await tracesInDump(team)).not.toEqual([]);
  // As the server does by itself, once there is a little more.
  await team.cluster.psql('analyze');
  expect(bob.sql('SELECT 1 FROM requests')).toHaveLength(5);
  return { team, mary, bob };
}
