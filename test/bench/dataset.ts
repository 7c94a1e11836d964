import type { Stores } from '../../electron/storage/stores/index.ts';
import { applyReadOutcome } from '../../electron/tracking/apply-answer.ts';
import { interviewRequestAnswer } from '../../shared/service-interface.ts';
import type { Submission } from '../../shared/submission.ts';
import { acceptance, sampleSubmission, sampleWorkspace } from '../electron/sample-submission.ts';
import { madeUpAnswer } from './made-up-answers.ts';
import { madeUpPerson } from './made-up-people.ts';
import { SeededRandom } from './seeded-random.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Requests that go through the stores together. */
const AT_A_TIME = 1000;
/** Jobs and questionnaires of the team. */
const JOBS =
  'Backend engineer,Welder,Night nurse,Sales associate,Warehouse lead,Accountant,Truck driver,Cook,Data analyst,Call centre agent,Field technician,Receptionist,Product manager,Electrician,Physiotherapist,Store manager,Machine operator,Recruiter,Security guard,UX designer,Plumber,Teacher,Pharmacist,Barista'.split(
    ',',
  );
const QUESTIONNAIRES = ['general-v1', 'general-v2', 'engineering-v3', 'care-v1', 'sales-v2', 'drivers-v1'];
const TAGS = ['shortlist', 'call back', 'internal', 'referral', 'Berlin', 'night shift', 'überqualifiziert'];

export interface DatasetOptions {
  readonly requests: number;
  readonly workspaceId?: string;
  readonly seed?: number;
  /** When the latest was submitted, UTC ms; what came of it took up to two days more. */
  readonly until?: number;
  readonly onProgress?: (done: number) => void;
}

/**
 * Fills a database with accepted requests through the app's own stores: people of several scripts, answers of several
 * shapes, history, verdicts, tags and notes. The same seed makes the same data.
 */
export async function fillDataset(stores: Stores, options: DatasetOptions): Promise<void> {
  const random = new SeededRandom(options.seed ?? 1);
  const workspaceId = options.workspaceId ?? 'team-acme';
  const until = options.until ?? Date.now() - 3 * DAY;
  await stores.workspaces.save(sampleWorkspace({ id: workspaceId, name: 'Acme' }), until - 600 * DAY);
  const jobs = JOBS.map((name) => ({ name, id: random.uuid() }));
  for (const { name, id } of jobs.slice(0, -2)) {
    const entry = { kind: 'job_description', serviceId: id, name, note: '' } as const;
    await stores.library.save(workspaceId, entry);
  }
  for (let done = 0; done < options.requests; done += AT_A_TIME) {
    const count = Math.min(AT_A_TIME, options.requests - done);
    const submissions = Array.from({ length: count }, (_, index) => {
      const age = (1 - (done + index) / options.requests) * 540 * DAY;
      const { name, phone } = madeUpPerson(random);
      return sampleSubmission({
        id: random.uuid(),
        workspaceId,
        candidateName: name,
        phoneNumber: phone,
        resumeUrl: `https://files.example.com/resumes/${random.hex(16)}.pdf`,
        jobDescriptionId: random.frequent(jobs).id,
        questionnaireTemplateId: random.frequent(QUESTIONNAIRES),
        createdAt: Math.round(until - age),
        updatedAt: Math.round(until - age),
        sendAfter: Math.round(until - age),
      });
    });
    await addAccepted(stores, submissions, random);
    await annotateSome(stores, workspaceId, submissions, random);
    options.onProgress?.(done + count);
  }
}

async function addAccepted(
  stores: Stores,
  submissions: readonly Submission[],
  random: SeededRandom,
): Promise<void> {
  const accepted = submissions.map((submission) => ({ submission, requestId: requestIdOf(submission) }));
  const changes = accepted.map(({ submission, requestId }) =>
    acceptance(submission, requestId, submission.createdAt + 1500),
  );
  await Promise.all([
    stores.submissions.add(submissions),
    ...[0, 1, 2].map((step) =>
      stores.submissions.save(changes.flatMap((each) => each.slice(step, step + 1))),
    ),
  ]);
  const workspaceId = submissions[0]?.workspaceId ?? '';
  const tracked = await stores.requests.find(
    workspaceId,
    accepted.map(({ requestId }) => requestId),
  );
  const answers = tracked.map((request) => {
    const body = madeUpAnswer(random, request.requestId, request.acceptedAt);
    const raw = JSON.stringify(body);
    const outcome = { name: 'read', answer: interviewRequestAnswer.parse(body), raw } as const;
    const at = request.acceptedAt + random.whole(1, 48 * 60) * 60_000;
    return applyReadOutcome(request, outcome, at, () => random.next());
  });
  await stores.requests.apply(answers);
}

function requestIdOf({ id }: Submission): string {
  return `ir_${id.replaceAll('-', '').slice(0, 26)}`;
}

async function annotateSome(
  stores: Stores,
  workspaceId: string,
  submissions: readonly Submission[],
  random: SeededRandom,
): Promise<void> {
  const some = (share: number): string[] =>
    submissions.filter(() => random.chance(share)).map((submission) => requestIdOf(submission));
  const now = Math.max(...submissions.map(({ createdAt }) => createdAt)) + DAY;
  const annotate = async (requestIds: string[], change: Parameters<Stores['annotations']['annotate']>[2]) =>
    requestIds.length > 0 && (await stores.annotations.annotate(workspaceId, requestIds, change, now));
  await annotate(some(0.2), { verdict: 'no' });
  await annotate(some(0.1), { verdict: 'maybe' });
  await annotate(some(0.1), { verdict: 'yes' });
  for (const tag of TAGS) await annotate(some(0.04), { addTags: [tag] });
  await annotate(some(0.05), { archived: true });
  const seen = some(0.97);
  if (seen.length > 0) await stores.annotations.seen(workspaceId, seen);
  for (const requestId of some(0.02)) {
    await stores.annotations.setNotes(
      workspaceId,
      requestId,
      `Call again in ${random.whole(1, 9)} weeks`,
      now,
    );
  }
}
