import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Storage } from '../../../electron/storage/storage.ts';
import type { DescribedField } from '../../../shared/described-field.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { defaultRules } from '../../../shared/workspace-rules.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { contentOf, restoreInto } from '../backup/archive.ts';
import { sampleWorkspace } from '../sample-submission.ts';
import { answered } from '../storage/answered.ts';
import {
  addTracked,
  openTestStorage,
  sharedStorage,
  temporaryStorage,
} from '../storage/temporary-storage.ts';

const shared = sharedStorage();
const QUESTIONNAIRE = 'q-1';

interface Place {
  readonly storage: Pick<Storage, 'stores'>;
  readonly workspaceId: string;
}

async function cover({ storage, workspaceId }: Place, on: boolean): Promise<void> {
  const rules = { ...defaultRules('UTC'), verdictFirst: on };
  await storage.stores.rules.save(workspaceId, rules);
}

/** A tracked request with results; gives its id. */
async function assessed(place: Place): Promise<string> {
  const requestId = await tracked(place);
  await resultsArrive(place, requestId);
  return requestId;
}

async function tracked({ storage, workspaceId }: Place): Promise<string> {
  const requestId = `ir-${randomUUID()}`;
  await addTracked(storage, requestId, {
    ...{ workspaceId, id: randomUUID(), questionnaireTemplateId: QUESTIONNAIRE },
    phoneNumber: `+4915${String(Math.random()).slice(2, 11)}`,
  });
  return requestId;
}

async function resultsArrive({ storage, workspaceId }: Place, requestId: string): Promise<void> {
  const body = { request_id: requestId, status: 'COMPLETED', assessment_results: { overall: 4 } };
  await answered(storage, requestId, body, { workspaceId });
}

/** Gives a verdict with a reason, and what the history says of how it was given. */
async function judge({ storage, workspaceId }: Place, requestId: string): Promise<unknown> {
  const { annotations, requests } = storage.stores;
  const verdict = { verdict: 'yes', reason: 'Knows the trade.' } as const;
  await annotations.annotate(workspaceId, [requestId], verdict, 20_000, 'ada');
  const detail = await requests.detail(workspaceId, requestId);
  const given = detail?.history.find(({ code }) => code === 'verdict_set');
  return given?.values;
}

const GIVEN = { verdict: 'yes', reason: 'Knows the trade.', by: 'ada' } as const;
const BEFORE = { ...GIVEN, seen: true, covered: true } as const;
const NEVER = { ...GIVEN, seen: false } as const;

function headline(cover: DescribedField['cover']): DescribedField {
  const scale = { smallest: 0, largest: 5, better: 'higher' } as const;
  return { path: '/overall', label: 'Overall', ...scale, headline: true, cover };
}

test('a verdict tells that the results were in a saved file of what is held about the person', async () => {
  const place = await shared.withWorkspace();
  await cover(place, true);
  const [saved, other, late] = [await assessed(place), await assessed(place), await tracked(place)];
  const idOf = async (requestId: string) =>
    (await place.storage.stores.requests.detail(place.workspaceId, requestId))?.submissionId ?? '';
  await place.storage.stores.annotations.showResults([await idOf(saved), await idOf(late), 'gone']);
  await resultsArrive(place, late);
  expect(await judge(place, saved)).toEqual(BEFORE);
  expect(await judge(place, other)).toEqual(NEVER);
  expect(await judge(place, late)).toEqual(NEVER);
});

test('a verdict tells results that were in view before they were covered from those that never were', async () => {
  const place = await shared.withWorkspace();
  const [seen, pending] = [await assessed(place), await tracked(place)];
  await cover(place, true);
  await resultsArrive(place, pending);
  expect(await judge(place, seen)).toEqual(BEFORE);
  expect(await judge(place, pending)).toEqual(NEVER);
});

test('results count as seen once covering was off for a while', async () => {
  const place = await shared.withWorkspace();
  await cover(place, true);
  const first = await assessed(place);
  await cover(place, false);
  const meanwhile = await assessed(place);
  await cover(place, true);
  const later = await assessed(place);
  expect(await judge(place, first)).toEqual(BEFORE);
  expect(await judge(place, meanwhile)).toEqual(BEFORE);
  expect(await judge(place, later)).toEqual(NEVER);
});

test('covering of one workspace says nothing of another', async () => {
  const [one, other] = [await shared.withWorkspace(), await shared.withWorkspace()];
  await cover(one, true);
  await cover(other, true);
  const [inOne, inOther] = [await assessed(one), await assessed(other)];
  await cover(one, false);
  await cover(one, true);
  expect(await judge(one, inOne)).toEqual(BEFORE);
  expect(await judge(other, inOther)).toEqual(NEVER);
});

test('a headline that a description leaves open is seen, also once it is covered', async () => {
  const place = await shared.withWorkspace();
  const { library } = place.storage.stores;
  await cover(place, true);
  const [early, late] = [await assessed(place), await tracked(place)];
  await library.describe(place.workspaceId, QUESTIONNAIRE, '/overall', headline('open'));
  await resultsArrive(place, late);
  await library.describe(place.workspaceId, QUESTIONNAIRE, '/overall', headline('covered'));
  const last = await assessed(place);
  expect(await judge(place, early)).toEqual(BEFORE);
  expect(await judge(place, late)).toEqual(BEFORE);
  expect(await judge(place, last)).toEqual(NEVER);
});

test('insights count only verdicts on results that had never been seen', async () => {
  const place = await shared.withWorkspace();
  const { insights } = place.storage.stores;
  const seen = await assessed(place);
  await cover(place, true);
  const unseen = await assessed(place);
  for (const requestId of [seen, unseen]) await judge(place, requestId);
  const everything = { from: null, until: null, job: null, questionnaire: null, by: null };
  expect(await insights.agreement(place.workspaceId, everything)).toMatchObject({
    leftOut: 1,
    jobs: [{ judged: 1 }],
  });
});

test('a policy that covered only until the last restart leaves the results seen', async () => {
  const path = join(temporaryFolder(), 'callboard.db');
  const first = await openTestStorage(path);
  await first.stores.workspaces.save(sampleWorkspace(), 1000);
  const at = (storage: Storage): Place => ({ storage, workspaceId: 'workspace-1' });
  await first.stores.rules.setPolicyMode(true);
  const requestId = await assessed(at(first));
  await first.close();
  // Without the policy: what an opened workspace does first.
  const second = await openTestStorage(path);
  await second.stores.library.applyPolicy('workspace-1');
  await second.close();
  const third = await openTestStorage(path);
  await third.stores.rules.setPolicyMode(true);
  await third.stores.library.applyPolicy('workspace-1');
  expect(await judge(at(third), requestId)).toEqual(BEFORE);
  expect(await judge(at(third), await assessed(at(third)))).toEqual(NEVER);
});

test('results that could be seen on another computer stay seen after a restore', async () => {
  const [theirs, ours] = [await temporaryStorage(), await temporaryStorage()];
  const at = (storage: Storage): Place => ({ storage, workspaceId: 'workspace-1' });
  const shownThere = await assessed(at(theirs));
  await cover(at(theirs), true);
  const unseen = await assessed(at(theirs));
  await restoreInto(ours.path, await contentOf(theirs.path));
  await cover(at(ours), true);
  const { rows } = await ours.stores.requests.page({
    ...{ workspaceId: 'workspace-1', filter: NO_FILTER, sort: 'accepted', descending: false },
    ...{ offset: 0, limit: 10 },
  } as const);
  expect(rows.map(({ requestId }) => requestId).toSorted()).toEqual([shownThere, unseen].toSorted());
  expect(await judge(at(ours), shownThere)).toEqual(BEFORE);
});
