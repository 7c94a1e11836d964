import { onTestFinished } from 'vitest';
import type { StoredWait } from '../../../electron/service/service-wait.ts';
import type { Stores } from '../../../electron/storage/stores/index.ts';
import type { AccessTokens, SubmissionSender } from '../../../electron/submissions/delivery.ts';
import type { Reachability } from '../../../electron/submissions/send-dispatcher.ts';
import { SubmissionQueue } from '../../../electron/submissions/submission-queue.ts';
import type { TeamClaims } from '../../../electron/team/team-claims.ts';
import type { HolidayLookup } from '../../../shared/holidays.ts';
import type { SubmissionState } from '../../../shared/submission.ts';
import type { WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { until } from '../../poll.ts';
import { noRules, sampleSubmission } from '../sample-submission.ts';
import { connectionTo } from '../service/create-calls.ts';
import {
  type Answer,
  acceptEach,
  type RecordingService,
  recordingService,
} from '../service/recording-service.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';
import { senderOver } from './sender-over.ts';

/** A sign-in controlled by the test: the current token, and the next one. */
export class TokensOfTest implements AccessTokens {
  token: string | undefined = 'token-1';
  /** What a refresh gives; undefined: nothing. */
  next: string | undefined = undefined;
  /** Whether a token cannot be renewed because of the network. */
  onlyOffline = false;
  refreshes = 0;
  givenUp: string[] = [];

  get signedIn(): boolean {
    return this.token !== undefined;
  }

  async current(): Promise<string | undefined> {
    return this.token;
  }

  async replace(refused: string): Promise<string | undefined> {
    if (this.token !== refused) return this.token;
    this.refreshes += 1;
    if (this.next === undefined && this.onlyOffline) return undefined;
    this.token = this.next;
    return this.token;
  }

  async giveUp(refused: string): Promise<undefined> {
    this.givenUp.push(refused);
    if (this.token === refused) this.token = undefined;
  }
}

/** Whether the service can be reached, as the test says. */
export class ReachabilityOfTest implements Reachability {
  reachable = true;
  missedTimes = 0;
  private readonly listeners = new Set<() => void>();

  seen(): void {
    this.learn(true);
  }

  missed(): void {
    this.missedTimes += 1;
    this.learn(false);
  }

  learn(reachable: boolean): void {
    if (this.reachable === reachable) return;
    this.reachable = reachable;
    for (const listener of this.listeners) listener();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** Stores the wait of one lane in memory. */
export function waitsOfTest(): Stores['serviceWaits'] {
  let stored: StoredWait | undefined;
  return {
    get: async () => stored,
    keep: async (_workspaceId, _lane, wait) => {
      stored = wait;
    },
  };
}

export interface QueueParts {
  readonly store: Stores['submissions'];
  readonly workspaceId?: string;
  readonly waits?: Stores['serviceWaits'];
  readonly baseUrl: string;
  readonly tokens?: AccessTokens;
  readonly reachability?: Reachability;
  readonly settings?: { paused: boolean; concurrency: number };
  readonly rules?: () => Promise<WorkspaceRules>;
  readonly holidays?: HolidayLookup;
  readonly team?: Pick<TeamClaims, 'claim' | 'settleAgain' | 'facts' | 'waitsSince'>;
  readonly isBeingListed?: (phoneNumber: string) => boolean;
  readonly now?: () => number;
  readonly monotonic?: () => number;
  readonly sinceBoot?: () => number;
  readonly headersTimeoutMs?: number;
  readonly firstWindow?: number;
  readonly onWaitChange?: () => void;
  /** Replaces the sender with that timeout. */
  readonly sender?: SubmissionSender;
}

/** A queue over these parts, with real connections; stopped after the test. */
export function startQueue(parts: QueueParts) {
  const troubles: unknown[] = [];
  const settings = parts.settings ?? { paused: false, concurrency: 4 };
  const tokens = parts.tokens ?? new TokensOfTest();
  const queue = new SubmissionQueue({
    workspaceId: parts.workspaceId ?? 'workspace-1',
    store: parts.store,
    waits: parts.waits ?? waitsOfTest(),
    sender: parts.sender ?? senderTo(parts.baseUrl, parts.headersTimeoutMs),
    tokens,
    reachability: parts.reachability ?? new ReachabilityOfTest(),
    settings: () => settings,
    rules: parts.rules ?? noRules,
    holidays: parts.holidays,
    team: parts.team,
    isBeingListed: parts.isBeingListed ?? (() => false),
    onChange: () => undefined,
    onWaitChange: parts.onWaitChange,
    onTrouble: (error) => troubles.push(error),
    // Every random delay is as short as possible.
    random: () => 0,
    firstWindow: parts.firstWindow,
    ...(parts.now ? { now: parts.now } : {}),
    ...(parts.monotonic ? { monotonic: parts.monotonic } : {}),
    ...(parts.sinceBoot ? { sinceBoot: parts.sinceBoot } : {}),
  });
  onTestFinished(() => queue.stop(300));
  return { queue, troubles, settings };
}

/** Sends submissions to a service as the app does. */
export function senderTo(baseUrl: string, headersTimeoutMs = 5000): SubmissionSender {
  return senderOver(connectionTo(baseUrl, { timeouts: { headers: headersTimeoutMs } }), baseUrl);
}

/** A queue on a new database, with a service that gives this answer. */
export async function runningQueue(
  answer: Answer = acceptEach,
  parts: Omit<Partial<QueueParts>, 'tokens' | 'reachability'> & { readonly service?: RecordingService } = {},
) {
  const storage = await temporaryStorage();
  const service = parts.service ?? (await recordingService(answer));
  const tokens = new TokensOfTest();
  const reachability = new ReachabilityOfTest();
  const store = parts.store ?? storage.stores.submissions;
  const started = startQueue({ baseUrl: service.origin, ...parts, store, tokens, reachability });
  const inStates = (...states: SubmissionState[]) =>
    storage.stores.submissions.inStates('workspace-1', states);
  return {
    ...started,
    storage,
    service,
    tokens,
    reachability,
    inStates,
    /** Queues this many submissions, named 1, 2, 3, ... */
    add: async (count: number, changes: Parameters<typeof sampleSubmission>[0] = {}) => {
      const submissions = Array.from({ length: count }, (_, index) =>
        sampleSubmission({ candidateName: `Candidate ${index + 1}`, createdAt: 1000 + index, ...changes }),
      );
      await storage.stores.submissions.add(submissions);
      return submissions;
    },
    /** Waits until this many submissions are in a state. */
    untilIn: (state: SubmissionState, count: number) =>
      until(`${count} ${state}`, async () => {
        const found = await inStates(state);
        return found.length === count ? found : undefined;
      }),
    /** The same, while time passes on this clock: the pace of sending lets them through one by one. */
    untilPaced: (state: SubmissionState, count: number, clock: { forward: (ms: number) => void }) =>
      until(
        `${count} ${state}`,
        async () => {
          clock.forward(1000);
          started.queue.wake();
          return (await inStates(state)).length === count;
        },
        60_000,
      ),
  };
}

/**
 * Holds its answers until this many requests are there, so that they are in progress together; then gives `answer` to each.
 */
export function together(count: number, answer: Answer): Answer {
  const first: Parameters<Answer>[] = [];
  return (...each) => {
    first.push(each);
    if (first.length === count) for (const waiting of first) answer(...waiting);
    if (first.length > count) answer(...each);
  };
}

/** The candidates' names in the requests, in order of arrival. */
export function namesIn(service: RecordingService): string[] {
  return service.received.map(({ body }) => {
    const sent: { candidate: { name: string } } = JSON.parse(body);
    return sent.candidate.name;
  });
}
