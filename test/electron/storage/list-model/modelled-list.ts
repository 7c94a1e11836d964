import type { Storage } from '../../../../electron/storage/storage.ts';
import type { RequestChange } from '../../../../electron/tracking/apply-answer.ts';
import { resultsIn } from '../../../../shared/read-results.ts';
import type { Submission } from '../../../../shared/submission.ts';
import type { ListedRequest, WorkspaceWords } from './listed-request.ts';
import { PlainScan } from './plain-scan.ts';

/** The expected requests in the list. Every write to the storage is also applied to this model. */
export class ModelledList {
  readonly storage: Storage;
  readonly workspaceIds: readonly string[];
  private readonly requests = new Map<string, ListedRequest>();
  private readonly words = new Map<string, WorkspaceWords>();
  private nextPlace = 1;
  /** In the order of submitting: of all workspaces, and by workspace. */
  private inPlaces: readonly ListedRequest[] | undefined;
  private byWorkspace = new Map<string, readonly ListedRequest[]>();

  constructor(storage: Storage, workspaceIds: readonly string[]) {
    this.storage = storage;
    this.workspaceIds = workspaceIds;
    for (const id of workspaceIds) this.words.set(id, { names: new Map(), described: new Map(), pins: [] });
  }

  /** All requests of all workspaces, in the order of submitting. */
  all(): readonly ListedRequest[] {
    this.inPlaces ??= [...this.requests.values()].sort((one, other) => one.place - other.place);
    return this.inPlaces;
  }

  of(workspaceId: string): readonly ListedRequest[] {
    const all = this.all();
    const own =
      this.byWorkspace.get(workspaceId) ?? all.filter((request) => request.workspaceId === workspaceId);
    this.byWorkspace.set(workspaceId, own);
    return own;
  }

  wordsOf(workspaceId: string): WorkspaceWords {
    const words = this.words.get(workspaceId);
    if (!words) throw new Error(`${workspaceId} is not a workspace of this list.`);
    return words;
  }

  scan(workspaceId: string): PlainScan {
    return new PlainScan(workspaceId, this.wordsOf(workspaceId), this.all());
  }

  /** The next place in the order of submitting. */
  place(): number {
    this.nextPlace += 1;
    return this.nextPlace;
  }

  accepted(
    submission: Submission,
    place: number,
    requestId: string,
    status: string,
    acceptedAt: number,
  ): void {
    this.put({
      place,
      workspaceId: submission.workspaceId,
      requestId,
      submissionId: submission.id,
      candidateName: submission.candidateName,
      phoneNumber: submission.phoneNumber,
      jobDescriptionId: submission.jobDescriptionId,
      questionnaireTemplateId: submission.questionnaireTemplateId,
      status,
      calls: [],
      lastCallStatus: null,
      hasResults: false,
      results: undefined,
      notes: '',
      verdict: 'none',
      tags: [],
      archived: false,
      unseen: false,
      problem: null,
      acceptedAt,
      refreshedAt: null,
      changedAt: acceptedAt,
    });
  }

  refreshed({ request, calls, lastCallStatus, hasResults }: RequestChange): void {
    const { workspaceId, requestId, status, problem, refreshedAt, changedAt, answer } = request;
    this.change(workspaceId, requestId, (before) => ({
      status,
      calls: calls.map((call) => call.status),
      lastCallStatus,
      hasResults,
      results: resultsIn(answer),
      problem,
      refreshedAt,
      changedAt,
      unseen: before.unseen || changedAt !== before.changedAt,
    }));
  }

  get(workspaceId: string, requestId: string): ListedRequest {
    const request = this.requests.get(keyOf(workspaceId, requestId));
    if (!request) throw new Error(`${requestId} is not in the list.`);
    return request;
  }

  has(workspaceId: string, requestId: string): boolean {
    return this.requests.has(keyOf(workspaceId, requestId));
  }

  change(
    workspaceId: string,
    requestId: string,
    to: (before: ListedRequest) => Partial<ListedRequest>,
  ): void {
    const before = this.get(workspaceId, requestId);
    this.put({ ...before, ...to(before) });
  }

  put(request: ListedRequest): void {
    this.requests.set(keyOf(request.workspaceId, request.requestId), request);
    this.forgetOrder();
  }

  remove(isGone: (request: ListedRequest) => boolean): void {
    for (const [key, request] of this.requests) if (isGone(request)) this.requests.delete(key);
    this.forgetOrder();
  }

  private forgetOrder(): void {
    this.inPlaces = undefined;
    this.byWorkspace.clear();
  }

  /** Reads Library and pins from the storage, as the model is only about the list that depends on them. */
  async readWords(): Promise<void> {
    const { library, pins } = this.storage.stores;
    for (const id of this.workspaceIds) {
      const entries = await library.list(id, undefined);
      this.words.set(id, {
        names: new Map(entries.map(({ kind, serviceId, name }) => [`${kind} ${serviceId}`, name])),
        described: new Map(
          entries
            .filter(({ kind }) => kind === 'questionnaire')
            .map(({ serviceId, fields }) => [serviceId, fields]),
        ),
        pins: await pins.list(id),
      });
    }
  }
}

function keyOf(workspaceId: string, requestId: string): string {
  return JSON.stringify([workspaceId, requestId]);
}
