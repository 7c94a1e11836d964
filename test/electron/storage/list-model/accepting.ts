import type { Submission } from '../../../../shared/submission.ts';
import type { SeededRandom } from '../../../bench/seeded-random.ts';
import { acceptance, sampleSubmission } from '../../sample-submission.ts';
import type { ModelledList } from './modelled-list.ts';
import { commonName, phoneNumber, QUESTIONNAIRES, rareName, requestId, STATUSES } from './vocabulary.ts';

export const DAY = 24 * 60 * 60 * 1000;
/** The time range of all writes. Times are whole minutes, so that many are equal. */
export const BEGIN = Date.UTC(2026, 4, 1);
export const END = BEGIN + 20 * DAY;
/** Old enough for the retention. */
export const LONG_AGO = BEGIN - 400 * DAY;

export function someTime(random: SeededRandom): number {
  return BEGIN + random.whole(0, 600) * 60_000;
}

/** Job description ids of a workspace, in order. */
export function jobsOf(list: ModelledList, workspaceId: string): string[] {
  const workspace = list.workspaceIds.indexOf(workspaceId);
  return Array.from({ length: 6 }, (_, job) => `${job}f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2${workspace}`);
}

/** Adds all facets to each workspace in the order of their values, which is the order of those with equal names. */
export async function meetValues(list: ModelledList, random: SeededRandom): Promise<void> {
  for (const workspaceId of list.workspaceIds) {
    for (let nth = 0; nth < STATUSES.length; nth += 1) {
      const asked = {
        jobDescriptionId: jobsOf(list, workspaceId)[nth] ?? '',
        questionnaireTemplateId: QUESTIONNAIRES[Math.min(nth, QUESTIONNAIRES.length - 1)] ?? '',
      };
      await accept(list, random, [{ ...person(random), workspaceId, ...asked }], STATUSES[nth]);
    }
  }
}

/** Adds `count` submissions, and accepts them in another order. */
export async function acceptMore(list: ModelledList, random: SeededRandom, count: number): Promise<void> {
  const submissions = Array.from({ length: count }, () => {
    const workspaceId = random.one(list.workspaceIds);
    const again = random.chance(0.05) ? list.of(workspaceId).at(-1) : undefined;
    return {
      ...person(random),
      ...(again && { candidateName: again.candidateName, phoneNumber: again.phoneNumber }),
      workspaceId,
      jobDescriptionId: random.frequent(jobsOf(list, workspaceId)),
      questionnaireTemplateId: random.one(QUESTIONNAIRES),
    };
  });
  await accept(list, random, submissions);
}

export function person(random: SeededRandom): Pick<Submission, 'id' | 'candidateName' | 'phoneNumber'> {
  const candidateName = random.chance(0.1) ? rareName(random) : commonName(random);
  return { id: random.uuid(), candidateName, phoneNumber: phoneNumber(random) };
}

/** Adds submissions, and accepts them in random order; gives the ids of the requests. */
export async function accept(
  list: ModelledList,
  random: SeededRandom,
  asked: readonly Partial<Submission>[],
  status?: string,
  at?: number,
): Promise<string[]> {
  const { submissions } = list.storage.stores;
  const added = asked.map((each) => ({
    submission: sampleSubmission({
      createdAt: at ?? BEGIN,
      updatedAt: at ?? BEGIN,
      ...each,
    }),
    place: list.place(),
    requestId: requestId(random),
    status: status ?? random.one(STATUSES),
    acceptedAt: at ?? someTime(random),
  }));
  await submissions.add(added.map(({ submission }) => submission));
  const shuffled = added
    .map((each) => ({ each, by: random.next() }))
    .sort((one, other) => one.by - other.by)
    .map(({ each }) => each);
  await submissions.save(
    shuffled.flatMap(({ submission, requestId, acceptedAt, status }) =>
      acceptance(submission, requestId, acceptedAt, status),
    ),
  );
  for (const { submission, place, requestId, status, acceptedAt } of added)
    list.accepted(submission, place, requestId, status, acceptedAt);
  return added.map(({ requestId }) => requestId);
}
