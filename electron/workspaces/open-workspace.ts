import type { Workspace } from '../../shared/workspace.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import type { Session } from '../auth/session.ts';
import { ServiceReachability } from '../service/service-reachability.ts';
import { BulkChanges } from '../submissions/bulk-changes.ts';
import type { HolidayCalendar } from '../submissions/calling-hours/holidays/holiday-calendar.ts';
import { OutboxDecisions } from '../submissions/outbox-decisions.ts';
import { RulesCache } from '../submissions/rules-cache.ts';
import type { SubmissionQueue } from '../submissions/submission-queue.ts';
import { Submitter } from '../submissions/submitter.ts';
import { ResultsBackfill } from '../tracking/results-backfill.ts';
import type { Tracker } from '../tracking/tracker.ts';
import type { OpenWorkspaceOptions } from './open-workspace-options.ts';
import { type Connections, makeConnections, makeQueue, makeSession, makeTracker } from './workspace-parts.ts';

/** How long a closing workspace waits for work in progress, ms. */
const CLOSING_PATIENCE_MS = 4000;

/** Everything that works for one workspace: sign-in, queue and tracking. Nothing of it is shared with another. */
export class OpenWorkspace {
  readonly workspace: Workspace;
  readonly session: Session;
  readonly rules: RulesCache;
  readonly queue: SubmissionQueue;
  readonly tracker: Tracker;
  readonly results: ResultsBackfill;
  readonly submitter: Submitter;
  readonly outbox: OutboxDecisions;
  readonly bulk: BulkChanges;
  readonly reachability: ServiceReachability;
  /** The public holidays, of all workspaces; undefined: none are known. */
  readonly holidays: HolidayCalendar | undefined;
  private readonly options: Pick<OpenWorkspaceOptions, 'onChange' | 'onTrouble' | 'stores'>;
  private readonly connections: Connections;
  private closed = false;

  constructor(options: OpenWorkspaceOptions) {
    const { workspace, stores, connectivity, network, onChange, onTrouble } = options;
    const workspaceId = workspace.id;
    this.options = options;
    this.holidays = options.holidays;
    this.workspace = workspace;
    this.connections = makeConnections(options);
    this.reachability = new ServiceReachability(workspace.baseUrl, connectivity, network);
    this.reachability.onChange(() => onChange('reachability'));
    this.session = makeSession(options, () => void this.signedIn().catch(onTrouble));
    this.rules = new RulesCache(stores.rules, workspaceId, options.rulesOverlay);
    this.tracker = makeTracker(options, this, this.connections.reads);
    this.queue = makeQueue(options, this, this.connections.creates);
    const onResults = (): void => onChange('requests');
    this.results = new ResultsBackfill({ workspaceId, store: stores.pins, onChange: onResults, onTrouble });
    const common = {
      workspaceId,
      store: stores.submissions,
      refusal: options.submitRefusal,
      settings: options.settings,
      rules: () => this.rules.get(),
      holidays: options.holidays?.on,
      onChange: (ids: readonly string[]) => {
        onChange('outbox', ids);
        this.wake();
      },
    };
    this.submitter = new Submitter(common);
    const readRequest: Tracker['read'] = (requestId) => this.tracker.read(requestId);
    this.outbox = new OutboxDecisions({ ...common, readRequest, queue: this.queue });
    this.bulk = new BulkChanges({ ...common, submitter: this.submitter, decisions: this.outbox });
  }

  /** Resumes the work of an earlier run. */
  async start(): Promise<void> {
    await this.queue.recover();
    // Not waited for: a full disk must not keep the rest from working.
    void this.meaningChanged().catch(this.options.onTrouble);
    this.results.wake();
    const { tokens } = this.session;
    await tokens.restore();
    if (tokens.restoring) void this.restoredLater(tokens.restoring);
    this.reachability.check();
    this.wake();
  }

  private async restoredLater(restoring: Promise<void>): Promise<void> {
    const { onChange, onTrouble } = this.options;
    await restoring.catch(onTrouble);
    if (this.closed) return;
    onChange('session');
    this.reachability.check();
    this.wake();
  }

  /** Looks for work: something changed, the computer woke, or the window got the focus. */
  wake(): void {
    this.queue.wake();
    this.tracker.wake();
  }

  /** The network settings changed: submissions they held are due, and the service is probed again. */
  async networkChanged(): Promise<void> {
    this.connections.creates.renew();
    this.connections.reads.renew();
    this.reachability.check();
    await this.queue.resume('network_settings');
    this.wake();
  }

  /**
   * Stores the workspace's rules, and gives the effective ones; submissions waiting for calling hours wait by them. Rejects
   * with a CodedError `setting_set_by_organisation`.
   */
  async saveRules(wanted: WorkspaceRules): Promise<WorkspaceRules> {
    const rules = await this.rules.save(wanted);
    await this.queue.judgeAgain();
    return rules;
  }

  /** The organisation's policy describes results in another way: what is stored of them follows. */
  async meaningChanged(): Promise<void> {
    const { stores, onChange } = this.options;
    if (!(await stores.library.applyPolicy(this.workspace.id)) || this.closed) return;
    this.results.wake();
    onChange('requests');
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
      // Not waited for: a read that is cut off is repeated later.
      this.connections.reads.destroy(),
    ]);
    this.reachability.close();
    await this.connections.creates.destroy();
  }

  private async signedIn(): Promise<void> {
    this.reachability.check();
    await this.queue.resume('sign_in');
    this.tracker.wake();
  }
}
