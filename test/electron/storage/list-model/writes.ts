import { applyReadOutcome } from '../../../../electron/tracking/apply-answer.ts';
import { VERDICTS } from '../../../../shared/request.ts';
import type { Annotation } from '../../../../shared/request-filter.ts';
import { interviewRequestAnswer } from '../../../../shared/service-interface.ts';
import type { SeededRandom } from '../../../bench/seeded-random.ts';
import { accept, BEGIN, DAY, jobsOf, LONG_AGO, person, someTime } from './accepting.ts';
import type { ListedRequest } from './listed-request.ts';
import type { ModelledList } from './modelled-list.ts';
import { randomFilter } from './random-query.ts';
import {
  CALL_STATUSES,
  FIELDS,
  LIBRARY_NAMES,
  note,
  QUESTIONNAIRES,
  results,
  STATUSES,
  TAGS,
} from './vocabulary.ts';

/** Adds requests that were accepted, completed and seen long ago. */
export async function acceptLongAgo(list: ModelledList, random: SeededRandom, count: number): Promise<void> {
  const workspaceId = random.one(list.workspaceIds);
  const asked = {
    jobDescriptionId: jobsOf(list, workspaceId)[0] ?? '',
    questionnaireTemplateId: 'general-v1',
  };
  const submissions = Array.from({ length: count }, () => ({ ...person(random), workspaceId, ...asked }));
  const ids = await accept(list, random, submissions, 'PENDING', LONG_AGO);
  await refresh(list, random, workspaceId, ids, { status: 'COMPLETED', at: LONG_AGO + DAY });
  await seen(list, workspaceId, ids);
}

/** The ids of some random requests, without duplicates. */
export function some(random: SeededRandom, requests: readonly ListedRequest[], count: number): string[] {
  if (requests.length === 0) return [];
  return [...new Set(Array.from({ length: count }, () => random.one(requests).requestId))];
}

export async function refresh(
  list: ModelledList,
  random: SeededRandom,
  workspaceId: string,
  ids: readonly string[],
  said: { readonly status?: string; readonly at?: number } = {},
): Promise<void> {
  const { requests } = list.storage.stores;
  const changes = (await requests.find(workspaceId, ids)).map((request) => {
    const at = said.at ?? someTime(random);
    const outcome =
      random.chance(0.15) && said.status === undefined ? failure(random) : answer(random, request, said);
    return applyReadOutcome(request, outcome, at, () => 0.5);
  });
  await requests.apply(changes);
  for (const change of changes) list.refreshed(change);
}

function failure(random: SeededRandom) {
  return random.one([
    { name: 'not_found', answer: '' },
    { name: 'refused', httpStatus: 403, answer: 'Forbidden' },
    { name: 'unreadable', reason: 'no JSON', raw: '<html>' },
  ] as const);
}

function answer(
  random: SeededRandom,
  { requestId, status }: { requestId: string; status: string },
  said: { status?: string },
) {
  const calls = Array.from({ length: random.whole(0, 3) }, (_, nth) => ({
    id: `c${nth}`,
    timestamp: new Date(BEGIN + random.whole(0, 9) * DAY).toISOString(),
    duration_minutes: random.whole(1, 30),
    ...(random.chance(0.9) ? { status: random.one(CALL_STATUSES) } : {}),
  }));
  const body = {
    request_id: requestId,
    status: said.status ?? (random.chance(0.5) ? status : random.one(STATUSES)),
    screening_calls: calls,
    assessment_results: random.chance(0.7) ? results(random) : undefined,
  };
  const raw = JSON.stringify(body);
  return { name: 'read', answer: interviewRequestAnswer.parse(JSON.parse(raw)), raw } as const;
}

/** Annotates requests by id or by a filter; gives the previous annotations. */
export async function annotate(
  list: ModelledList,
  random: SeededRandom,
  workspaceId: string,
): Promise<readonly Annotation[]> {
  const own = list.of(workspaceId);
  const marks = {
    ...(random.chance(0.5) ? { verdict: random.one(VERDICTS) } : {}),
    ...(random.chance(0.6) ? { addTags: [random.one(TAGS), random.one(TAGS)] } : {}),
    ...(random.chance(0.3) ? { removeTags: [random.one(TAGS)] } : {}),
    ...(random.chance(0.3) ? { archived: random.chance(0.5) } : {}),
  };
  const filter = randomFilter(random, list, workspaceId);
  const byFilter = list
    .scan(workspaceId)
    .matching(filter)
    .map(({ requestId }) => requestId);
  const except = some(random, own, 3);
  // Sometimes all matches, as with Select all, but few enough that not every request gets every tag.
  const isByFilter = random.chance(0.3) && byFilter.length < own.length / 4;
  const ids = isByFilter ? byFilter.filter((id) => !except.includes(id)) : some(random, own, 15);
  if (ids.length === 0) return [];
  const selection = isByFilter ? { filter, except } : { requestIds: ids };
  const { annotations } = list.storage.stores;
  const before = await annotations.annotate(
    workspaceId,
    await annotations.selected(workspaceId, selection),
    marks,
    someTime(random),
  );
  for (const id of ids)
    list.change(workspaceId, id, ({ verdict, tags, archived }) => ({
      verdict: marks.verdict ?? verdict,
      archived: marks.archived ?? archived,
      tags: [...new Set([...tags, ...(marks.addTags ?? [])])].filter(
        (tag) => !(marks.removeTags ?? []).includes(tag),
      ),
    }));
  return before;
}

/** Undoes `annotate`. */
export async function putBack(
  list: ModelledList,
  random: SeededRandom,
  workspaceId: string,
  marks: readonly Annotation[],
): Promise<void> {
  await list.storage.stores.annotations.restore(workspaceId, marks, someTime(random));
  for (const { requestId, verdict, tags, archived } of marks)
    if (list.has(workspaceId, requestId))
      list.change(workspaceId, requestId, () => ({ verdict, tags, archived }));
}

export async function writeNotes(
  list: ModelledList,
  random: SeededRandom,
  workspaceId: string,
): Promise<void> {
  for (const id of some(random, list.of(workspaceId), 8)) {
    const other = random.one(list.all()).candidateName;
    const notes = random.weighted([note(random), `${note(random)}. Knows ${other}`, ''], (text) =>
      text ? 0.4 : 0.2,
    );
    await list.storage.stores.annotations.setNotes(workspaceId, id, notes, someTime(random));
    list.change(workspaceId, id, () => ({ notes }));
  }
}

export async function seen(list: ModelledList, workspaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await list.storage.stores.annotations.seen(workspaceId, [...ids]);
  for (const id of ids) list.change(workspaceId, id, () => ({ unseen: false }));
}

/** Renames Library entries, describes results, and pins and unpins fields. */
export async function changeWords(
  list: ModelledList,
  random: SeededRandom,
  workspaceId: string,
): Promise<void> {
  const { library, pins } = list.storage.stores;
  const field = random.one(FIELDS);
  const questionnaire = random.one(QUESTIONNAIRES);
  const scale = random.one([
    { smallest: 0, largest: 5, better: random.one(['higher', 'lower'] as const) },
    { smallest: 1, largest: 100, better: null },
    { smallest: null, largest: null, better: null },
  ]);
  const named = random.chance(0.5)
    ? ({ kind: 'questionnaire', serviceId: questionnaire } as const)
    : ({ kind: 'job_description', serviceId: random.one(jobsOf(list, workspaceId)) } as const);
  const described = {
    path: field.path,
    label: field.label,
    ...scale,
    headline: random.chance(0.7),
    cover: 'covered',
  } as const;
  await random
    .weighted(
      [
        {
          often: 3,
          write: () => library.save(workspaceId, { ...named, name: random.one(LIBRARY_NAMES), note: '' }),
        },
        { often: 3, write: () => library.describe(workspaceId, questionnaire, field.path, described) },
        { often: 1, write: () => library.describe(workspaceId, questionnaire, field.path, null) },
        { often: 1, write: () => library.remove(workspaceId, named.kind, named.serviceId) },
        { often: 3, write: () => pins.pin(workspaceId, field) },
        { often: 1, write: () => pins.unpin(workspaceId, field.path) },
      ],
      ({ often }) => often,
    )
    .write();
  for (let step = random.whole(0, 3); step > 0; step -= 1) await pins.readSome(workspaceId);
  await list.readWords();
}
