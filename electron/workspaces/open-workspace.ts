import type { NotifiableEvent } from '../../shared/notifications.ts';
import { FIRST_REFRESH_MS } from '../../shared/request.ts';
import type { Failure } from '../../shared/result.ts';
import type { Submission } from '../../shared/submission.ts';
import type { Workspace } from '../../shared/workspace.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import { Session, type SessionOptions } from '../auth/session.ts';
import type { Network } from '../network/network.ts';
import { ConnectionReuse, type ConnectionReuseStore } from '../service/connection-reuse.ts';
import { createInterviewRequest } from '../service/create-interview-request.ts';
import type { CreateOutcomeName } from '../service/create-outcomes.ts';
import { getInterviewRequest } from '../service/get-interview-request.ts';
import { ReceivedIds } from '../service/received-ids.ts';
import { DEFAULT_TIMEOUTS, ServiceConnections } from '../service/service-connections.ts';
import { type Connectivity, ServiceReachability } from '../service/service-reachability.ts';
import { OutboxDecisions } from '../submissions/outbox-decisions.ts';
import type { QueueWaitStore, SubmissionStore, WorkspaceRulesStore } from '../submissions/ports.ts';
import { RulesCache } from '../submissions/rules-cache.ts';
import { SubmissionQueue } from '../submissions/submission-queue.ts';
import { Submitter } from '../submissions/submitter.ts';
import type { ResultsBackfillStore } from '../tracking/ports.ts';
import { ResultsBackfill } from '../tracking/results-backfill.ts';
import { Tracker } from '../tracking/tracker.ts';
import { notifiableEventsOf } from './notifiable-events.ts';
import type { CountedRequestStore } from './ports.ts';

/** What a workspace changes that others show. */
export type WorkspaceTopic = 'session' | 'reachability' | 'outbox' | 'requests';

export interface OpenWorkspaceOptions {
  readonly workspace: Workspace;
  readonly submissions: SubmissionStore;
  readonly queueWaits: QueueWaitStore;
  readonly connectionReuse: ConnectionReuseStore;
  readonly rules: WorkspaceRulesStore;
  readonly requests: CountedRequestStore;
  readonly pins: ResultsBackfillStore;
  readonly secrets: SessionOptions['secrets'];
  readonly browser: SessionOptions['browser'];
  readonly tokenConnection: SessionOptions['connection'];
  readonly connectivity: Connectivity;
  /** Whether a person has the window before them; left out: always. */
  readonly isLookedAt?: (() => boolean) | undefined;
  readonly network: Network;
  readonly settings: () => {
    readonly queuePaused: boolean;
    readonly queueConcurrency: number;
    readonly refreshesPerMinute: number;
    readonly undoSeconds: number;
    readonly duplicateDays: number;
  };
  /** Whether nothing may begin to be sent just now, whatever the settings say; left out: never. Asked before every send. */
  readonly isHeld?: (() => boolean) | undefined;
  /** Why nothing may be submitted here now; undefined where it may. */
  readonly submitRefusal: () => Failure | undefined;
  readonly onChange: (topic: WorkspaceTopic, ids?: readonly string[]) => void;
  /** The sign-in came back from a browser. */
  readonly onReturned?: ((workspaceId: string, signedIn: boolean) => void) | undefined;
  /** Something happened by itself that a person may want to be told of. */
  readonly onNotifiable?: ((events: readonly NotifiableEvent[]) => void) | undefined;
  readonly onTrouble: (error: unknown) => void;
}

/** Status reads under way at the same time: by themselves, and when a person waits for them. */
const READS_AT_ONCE = 4;
const READS_AT_ONCE_WHEN_ASKED = 10;

/** The problem of a submission that the service did not want on the connection it came on (421, 425). */
const OTHER_CONNECTION_NEEDED: CreateOutcomeName = 'other_connection_needed';

/** How long the head of a status read's answer is waited for, ms: it may always be read again. */
const READ_PATIENCE_MS = 30_000;

/** How long those under way are waited for when a workspace closes, ms. */
const CLOSING_PATIENCE_MS = 4000;

/** Everything that works for one workspace, joined: sign-in, queue, tracking. Nothing of it serves another. */
export class OpenWorkspace {
  readonly workspace: Workspace;
  readonly session: Session;
  readonly rules: RulesCache;
  readonly queue: SubmissionQueue;
  readonly tracker: Tracker;
  readonly results: ResultsBackfill;
  readonly submitter: Submitter;
  readonly outbox: OutboxDecisions;
  readonly reachability: ServiceReachability;
  private readonly createConnections: ServiceConnections;
  private readonly readConnections: ServiceConnections;
  private readonly received = new ReceivedIds();
  private closed = false;

  constructor(options: OpenWorkspaceOptions) {
    const { workspace, submissions, requests, network, settings, onChange, onTrouble } = options;
    const workspaceId = workspace.id;
    this.workspace = workspace;
    const { baseUrl } = workspace;
    const { origin } = new URL(baseUrl);
    const reuse = new ConnectionReuse({ origin, store: options.connectionReuse, onTrouble });
    const most = (): number => settings().queueConcurrency;
    this.createConnections = new ServiceConnections({ baseUrl, network, reuse, most });
    const timeouts = { ...DEFAULT_TIMEOUTS, headers: READ_PATIENCE_MS };
    this.readConnections = new ServiceConnections({
      baseUrl,
      network,
      reuse,
      most: () => READS_AT_ONCE_WHEN_ASKED,
      timeouts,
    });
    this.reachability = new ServiceReachability(baseUrl, options.connectivity, network);
    this.reachability.onChange(() => onChange('reachability'));
    this.session = new Session({
      workspace,
      secrets: options.secrets,
      browser: options.browser,
      connection: options.tokenConnection,
      onChange: () => onChange('session'),
      onSignedIn: () => void this.signedIn().catch(onTrouble),
      onReturned: (signedIn) => options.onReturned?.(workspaceId, signedIn),
      onLost: () => options.onNotifiable?.([{ kind: 'signed_out', workspaceId, occurrence: Date.now() }]),
    });
    this.rules = new RulesCache(options.rules, workspaceId);
    this.queue = new SubmissionQueue({
      workspaceId,
      store: submissions,
      waits: options.queueWaits,
      sender: { send: (...args) => this.send(...args) },
      tokens: this.session,
      reachability: this.reachability,
      settings: () => ({
        paused: settings().queuePaused || options.isHeld?.() === true,
        concurrency: settings().queueConcurrency,
      }),
      rules: () => this.rules.get(),
      onChange: (ids) => onChange('outbox', ids),
      onMoved: (moved) => {
        for (const { state, updatedAt } of moved) {
          if (state === 'accepted') this.tracker.expect(updatedAt + FIRST_REFRESH_MS);
        }
        const events = notifiableEventsOf(moved);
        if (events.length > 0) options.onNotifiable?.(events);
      },
      onTrouble,
    });
    this.tracker = new Tracker({
      workspaceId,
      store: requests,
      read: (requestId, accessToken) =>
        getInterviewRequest(this.readConnections, { baseUrl, accessToken, requestId }),
      tokens: this.session,
      reachability: this.reachability,
      settings: () => ({
        refreshesPerMinute: settings().refreshesPerMinute,
        concurrency: READS_AT_ONCE,
        concurrencyWhenAsked: READS_AT_ONCE_WHEN_ASKED,
      }),
      isLookedAt: options.isLookedAt,
      onChange: (ids) => onChange('requests', ids),
      onCompleted: ({ submissionId, requestId }) =>
        options.onNotifiable?.([{ kind: 'completed', workspaceId, submissionId, requestId, occurrence: 0 }]),
      onTrouble,
    });
    this.results = new ResultsBackfill({
      workspaceId,
      store: options.pins,
      onChange: () => onChange('requests'),
      onTrouble,
    });
    const queued = {
      workspaceId,
      store: submissions,
      refusal: options.submitRefusal,
      settings,
      rules: () => this.rules.get(),
      onChange: (ids: readonly string[]) => {
        onChange('outbox', ids);
        this.wake();
      },
    };
    this.submitter = new Submitter(queued);
    this.outbox = new OutboxDecisions({
      ...queued,
      readRequest: (requestId) => this.tracker.read(requestId),
      waiting: this.queue,
    });
  }

  /** Takes up the work of an earlier run: its sign-in, what it left under way or unread, what is due. */
  async start(): Promise<void> {
    await this.queue.recover();
    this.results.wake();
    await this.session.restore();
    this.reachability.check();
    this.wake();
  }

  /** Looks for work now: something changed, the computer woke, the window is looked at. */
  wake(): void {
    this.queue.wake();
    this.tracker.wake();
  }

  /** The network's settings were changed: what they held back may go, and the service is looked for anew. */
  async networkChanged(): Promise<void> {
    this.createConnections.renew();
    this.readConnections.renew();
    this.reachability.check();
    await this.queue.networkChanged();
    this.wake();
  }

  /** Stores the workspace's rules; what waits for its calling hours waits by the new ones from here on. */
  async saveRules(rules: WorkspaceRules): Promise<void> {
    await this.rules.save(rules);
    await this.queue.rulesChanged();
  }

  /** Whether {@link close} was called: nothing may be asked of it any more. */
  get isClosed(): boolean {
    return this.closed;
  }

  async close(): Promise<void> {
    this.closed = true;
    const sessionClosed = this.session.close(CLOSING_PATIENCE_MS);
    await this.submitter.close();
    await Promise.all([
      sessionClosed,
      this.queue.stop(CLOSING_PATIENCE_MS),
      this.tracker.stop(CLOSING_PATIENCE_MS),
      this.results.stop(),
      // A read that is cut off is simply read again one day: it need not be waited for.
      this.readConnections.destroy(),
    ]);
    this.reachability.close();
    await this.createConnections.destroy();
  }

  private async signedIn(): Promise<void> {
    this.reachability.check();
    await this.queue.signedIn();
    this.tracker.wake();
  }

  private send(
    submission: Submission,
    accessToken: string,
    markSending: (lastLook: () => Promise<void>) => Promise<void>,
  ) {
    const { baseUrl } = this.workspace;
    const call = { baseUrl, accessToken, idempotencyKey: submission.id, markSending };
    const body = {
      resume_url: submission.resumeUrl,
      job_description_id: submission.jobDescriptionId,
      candidate: {
        name: submission.candidateName,
        // "Written with a country code and free formatting" (service-interface.md §2).
        phone_number: submission.phoneNumber,
      },
      questionnaire_template_id: submission.questionnaireTemplateId,
    };
    return createInterviewRequest(
      { connections: this.createConnections, received: this.received },
      { ...call, body, onNewConnection: submission.problem?.code === OTHER_CONNECTION_NEEDED },
    );
  }
}
