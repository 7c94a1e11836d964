import { expect, test } from 'vitest';
import { SeededRandom } from '../../../bench/seeded-random.ts';
import { askedFor, reportFigures } from '../../../faults/figures.ts';
import { sampleWorkspace } from '../../sample-submission.ts';
import { temporaryStorage } from '../temporary-storage.ts';
import { acceptMore, meetValues } from './accepting.ts';
import { type Compared, compare } from './compare.ts';
import { backUp, eraseOld, erasePerson, restore } from './large-writes.ts';
import { ModelledList } from './modelled-list.ts';
import { acceptLongAgo, annotate, changeWords, putBack, refresh, seen, some, writeNotes } from './writes.ts';

/*
 * Compares the list of tracked requests with a plain scan of the same rows: after random writes, every filter, order and
 * search must give the same rows, in the same order, with the same totals and positions. The model only uses the public
 * operations of the storage.
 */

const LONG_RUNS = askedFor('FAULTS_RUNS', 0);
const SEED = askedFor('FAULTS_SEED', 1);
const MINUTES_A_RUN = 30;
const SHORT = { requests: 500, rounds: 6, questionsBetween: 6, questionsAtRest: 30 };
const LONG = { requests: 20_000, rounds: 60, questionsBetween: 20, questionsAtRest: 1000 };

test.each(LONG_RUNS === 0 ? [SEED] : Array.from({ length: LONG_RUNS }, (_, run) => SEED + run))(
  'the list gives the same results as a plain scan, between and after writes (seed %i)',
  { timeout: MINUTES_A_RUN * 60_000 },
  async (seed) => {
    const size = LONG_RUNS === 0 ? SHORT : LONG;
    const random = new SeededRandom(seed);
    const { list, path } = await newList();
    const compared: Compared = { pages: 0, narrowed: 0, others: 0 };
    await filled(list, random, size.requests, compared);
    await compare(list, random, size.questionsAtRest, compared);

    const before = await backUp(list, path);
    for (let round = 0; round < size.rounds; round += 1) {
      await writeSomething(list, random);
      if (round % 4 === 1) await erasePerson(list, random);
      await compare(list, random, size.questionsBetween, compared);
    }
    expect(await eraseOld(list)).toBeGreaterThan(0);
    await compare(list, random, size.questionsBetween, compared);
    await restore(list, path, before);
    await compare(list, random, size.questionsBetween, compared);
    await writeSomething(list, random);
    await compare(list, random, size.questionsAtRest, compared);

    // Queries that find nothing or everything would prove little.
    expect(compared.narrowed).toBeGreaterThan(compared.pages / 3);
    const cases = compared.pages + compared.others;
    reportFigures({ name: `lists, seed ${seed}`, cases, duplicates: 0, losses: 0, needless: 0 });
  },
);

async function newList(): Promise<{ list: ModelledList; path: string }> {
  const storage = await temporaryStorage();
  const other = sampleWorkspace({ id: 'workspace-2', name: 'Other', baseUrl: 'https://api.other.example' });
  await storage.stores.workspaces.save(other, 1000);
  return { list: new ModelledList(storage, ['workspace-1', 'workspace-2']), path: storage.path };
}

/** Adds requests, most of them refreshed, and compares some queries in between. */
async function filled(
  list: ModelledList,
  random: SeededRandom,
  requests: number,
  compared: Compared,
): Promise<void> {
  await meetValues(list, random);
  for (const workspaceId of list.workspaceIds)
    for (let turn = 0; turn < 5; turn += 1) await changeWords(list, random, workspaceId);
  const many = Math.max(100, requests / 20);
  while (list.all().length < requests) {
    await acceptMore(list, random, many);
    for (const workspaceId of list.workspaceIds)
      await refresh(list, random, workspaceId, some(random, list.of(workspaceId).slice(-many), many));
    await compare(list, random, 2, compared);
  }
  for (let turn = 0; turn < requests / 100; turn += 1) {
    const workspaceId = random.one(list.workspaceIds);
    await annotate(list, random, workspaceId);
    await writeNotes(list, random, workspaceId);
  }
  // Last, so that hardly any of them is annotated or refreshed again.
  for (let turn = 0; turn < 3; turn += 1) await acceptLongAgo(list, random, 20);
}

async function writeSomething(list: ModelledList, random: SeededRandom): Promise<void> {
  const workspaceId = random.one(list.workspaceIds);
  // First, so that the other writes happen during the backfill.
  if (random.chance(0.6)) await changeWords(list, random, workspaceId);
  await acceptMore(list, random, random.whole(1, 20));
  await refresh(list, random, workspaceId, some(random, list.of(workspaceId), random.whole(1, 60)));
  const marks = await annotate(list, random, workspaceId);
  if (random.chance(0.4)) await putBack(list, random, workspaceId, marks);
  if (random.chance(0.5)) await writeNotes(list, random, workspaceId);
  if (random.chance(0.5)) await seen(list, workspaceId, some(random, list.of(workspaceId), 30));
}
