import { randomUUID } from 'node:crypto';
import { type HandlersOptions, makeHandlers } from '../../../electron/ipc/handlers.ts';
import { exportRecorder, type FileContent } from '../../../electron/reports/evidence.ts';
import type { Storage } from '../../../electron/storage/storage.ts';
import { OutboxDecisions } from '../../../electron/submissions/outbox-decisions.ts';
import { Submitter } from '../../../electron/submissions/submitter.ts';
import { applyReadOutcome } from '../../../electron/tracking/apply-answer.ts';
import type { DescribedField } from '../../../shared/described-field.ts';
import type { Handlers } from '../../../shared/ipc/contract.ts';
import { readStatusAnswer } from '../../../shared/read-answer.ts';
import { defaultRules, type WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { answered } from '../storage/answered.ts';
import { readAllResults } from '../storage/read-all-results.ts';
import { addTracked } from '../storage/temporary-storage.ts';
import { assessmentMaker, type MarkedAssessment, SCALE } from './marked-assessments.ts';

export const QUESTIONNAIRE = 'q-1';

export interface Candidate extends MarkedAssessment {
  readonly requestId: string;
  readonly submissionId: string;
  readonly name: string;
  readonly phoneNumber: string;
  readonly resumeUrl: string;
}

/** Requests of a workspace in which the verdict comes first, and what of it leaves the main process. */
export interface CoveredWorld {
  readonly workspaceId: string;
  readonly storage: Storage;
  readonly covered: readonly Candidate[];
  readonly revealed: readonly Candidate[];
  readonly handlers: Handlers;
  /** Files, printed pages and opened addresses since the last call. */
  takeWritten(): string[];
}

const FIELDS: readonly DescribedField[] = [
  { path: '/overall', label: 'Overall', ...SCALE, better: 'higher', headline: true, cover: 'covered' },
  {
    ...{ path: '/answers/question=Why us?/score', label: 'Why us?', smallest: null, largest: null },
    ...{ better: null, headline: false, cover: 'covered' },
  },
  {
    ...{ path: '/language', label: 'Language', smallest: null, largest: null },
    ...{ better: null, headline: false, cover: 'open' },
  },
];

export async function coveredWorld(
  { storage, workspaceId }: { readonly storage: Storage; readonly workspaceId: string },
  {
    count,
    seed,
    hiddenSeed,
    idOf = () => randomUUID(),
  }: {
    readonly count: number;
    readonly seed: number;
    /** Of what the covered requests have, by default `seed`: then no mark is in two assessments. */
    readonly hiddenSeed?: number;
    readonly idOf?: (at: number) => string;
  },
): Promise<CoveredWorld> {
  const { stores } = storage;
  const make = assessmentMaker(seed);
  const makeHidden = hiddenSeed === undefined ? make : assessmentMaker(hiddenSeed);
  const rules = { ...defaultRules('UTC'), verdictFirst: true };
  await stores.rules.save(workspaceId, rules);
  const all: Candidate[] = [];
  for (let at = 0; at < count; at += 1) {
    const isHidden = at % 3 !== 0;
    const assessment = isHidden ? makeHidden() : make();
    const ids = { requestId: `ir-${idOf(2 * at)}`, submissionId: idOf(2 * at + 1) };
    const number = seed * 1000 + at;
    all.push(await addCandidate({ storage, workspaceId }, assessment, { ...ids, number }));
  }
  for (const field of FIELDS) await stores.library.describe(workspaceId, QUESTIONNAIRE, field.path, field);
  await stores.pins.pin(workspaceId, { path: '/more', label: 'More', kind: 'text' });
  await readAllResults(storage, workspaceId);
  const revealed = all.filter((_, at) => at % 3 === 0);
  await stores.annotations.annotate(
    workspaceId,
    revealed.map(({ requestId }) => requestId),
    { verdict: 'yes', reason: 'Worked with her before.' },
    20_000,
    'ada',
  );
  const held = all.map(({ requestId }) => requestId);
  await stores.holds.placeOf(workspaceId, held, { reason: 'A lawyer asked.', at: 20_000, by: 'ada' });
  const written: string[] = [];
  const takeWritten = (): string[] => written.splice(0);
  const handlers = handlersOver({ storage, workspaceId }, rules, written);
  const covered = all.filter((_, at) => at % 3 !== 0);
  return { workspaceId, storage, covered, revealed, handlers, takeWritten };
}

async function addCandidate(
  { storage, workspaceId }: { readonly storage: Storage; readonly workspaceId: string },
  assessment: MarkedAssessment,
  {
    number: at,
    ...ids
  }: { readonly requestId: string; readonly submissionId: string; readonly number: number },
): Promise<Candidate> {
  const { requestId, submissionId } = ids;
  const who = {
    name: `Zqname${at}qz Person`,
    phoneNumber: `+4915${100_000_000 + at}`,
    resumeUrl: `https://zqresume${at}qz.example/cv.pdf`,
  };
  await addTracked(
    storage,
    requestId,
    {
      ...{ workspaceId, id: submissionId, questionnaireTemplateId: QUESTIONNAIRE },
      ...{ candidateName: who.name, phoneNumber: who.phoneNumber, resumeUrl: who.resumeUrl },
    },
    2000 + at,
  );
  const body = { request_id: requestId, status: 'COMPLETED', assessment_results: assessment.results };
  const further = { further: assessment.covered[0] };
  await answered(storage, requestId, { ...body, ...further }, { workspaceId, now: 9000 + at });
  // An answer whose calls can't be read is quoted in the history.
  const broken = { ...body, ...further, screening_calls: [{ id: 'c1', duration_minutes: 'long' }] };
  await answeredRaw(storage, workspaceId, requestId, JSON.stringify(broken));
  return { ...assessment, ...who, ...ids };
}

/** Applies an answer of which a part can't be read. */
async function answeredRaw(
  { stores }: Storage,
  workspaceId: string,
  requestId: string,
  raw: string,
): Promise<void> {
  const [request] = await stores.requests.find(workspaceId, [requestId]);
  const read = readStatusAnswer(raw);
  if (!request || !read.answer) throw new Error('The answer is for nobody.');
  const { answer, leftOut } = read;
  const outcome = { name: 'read', answer, raw, ...(leftOut && { leftOut }) } as const;
  await stores.requests.apply([applyReadOutcome(request, outcome, 10_000, () => 0.5)]);
}

async function allOf<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

/** The app's own handlers over a real database; what else they need does nothing. */
function handlersOver(
  { storage, workspaceId }: { readonly storage: Storage; readonly workspaceId: string },
  rules: WorkspaceRules,
  written: string[],
): Handlers {
  const { stores } = storage;
  const workspace = { id: workspaceId, name: 'Covered' };
  const deciding = {
    workspaceId,
    store: stores.submissions,
    readRequest: async () => undefined,
    // Everything there is was submitted within them.
    settings: () => ({ undoSeconds: 0, duplicateDays: 100_000 }),
    rules: async () => rules,
    onChange: () => undefined,
  };
  const open = {
    workspace,
    rules: { get: async () => rules },
    results: { wake: () => undefined },
    tracker: { showing: () => undefined },
    outbox: new OutboxDecisions(deciding),
    submitter: new Submitter(deciding),
    bulk: { progress: null },
  };
  const saveFile = async (name: string, content: FileContent) => {
    const parts =
      typeof content === 'string' || content instanceof Uint8Array ? [content] : await allOf(content);
    written.push(
      name,
      ...parts.map((part) => (typeof part === 'string' ? part : new TextDecoder().decode(part))),
    );
    return '/saved';
  };
  const options = {
    stores,
    workspaces: { open: { get: () => open, all: [open] } },
    onChange: () => undefined,
    account: 'ada',
    saveFile,
    exportFile: exportRecorder({ saveFile, allowed: () => true, append: stores.evidence.append }),
    printReport: async (report: unknown) => new TextEncoder().encode(JSON.stringify(report)),
    openInBrowser: async (address: string) => void written.push(address),
  };
  return makeHandlers(options as unknown as HandlersOptions);
}
