import type { NotifiableEvent } from '../../shared/notifications.ts';
import { isHeldByPerson, SIGN_IN_NEEDED, TIME_ZONE_NEEDED } from '../../shared/outbox.ts';
import { FIRST_REFRESH_MS } from '../../shared/request.ts';
import type { Failure } from '../../shared/result.ts';
import type { Submission } from '../../shared/submission.ts';
import { type FixedTeam, teamProblem } from '../../shared/team.ts';
import type { Workspace } from '../../shared/workspace.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import { Session, type SessionOptions } from '../auth/session.ts';
import type { HolidayCalendar } from '../holidays/holiday-calendar.ts';
import type { Network } from '../network/network.ts';
import type { RulesOverlay } from '../policy/policy-rules.ts';
import { createInterviewRequest, ReceivedIds } from '../service/create-interview-request.ts';
import type { CreateOutcomeName } from '../service/create-outcomes.ts';
import { getInterviewRequest } from '../service/get-interview-request.ts';
import { ConnectionReuse, DEFAULT_TIMEOUTS, ServiceConnections } from '../service/service-connections.ts';
import { type Connectivity, ServiceReachability } from '../service/service-reachability.ts';
import type { Stores } from '../storage/stores/index.ts';
import { RulesCache } from '../submissions/ask-rules.ts';
import { BulkChanges } from '../submissions/bulk-changes.ts';
import { OutboxDecisions } from '../submissions/outbox-decisions.ts';
import { SubmissionQueue } from '../submissions/submission-queue.ts';
import { Submitter } from '../submissions/submitter.ts';
import { TeamError } from '../team/open-connection.ts';
import type { SharedList } from '../team/shared-records.ts';
import { TeamClaims } from '../team/team-claims.ts';
import { type Erasing, TeamErasures } from '../team/team-erasures.ts';
import { TeamSync, type TeamSyncOptions } from '../team/team-sync.ts';
import { WorkspaceTeam, type WorkspaceTeamOptions } from '../team/workspace-team.ts';
import { ResultsBackfill, Tracker } from '../tracking/tracker.ts';

/** How many status reads may be in progress: automatic ones, and those a person waits for. */
const AUTOMATIC_READS = 4;
const REQUESTED_READS = 10;

/** The problem of a submission that the service refused on the connection it came on (421, 425). */
const OTHER_CONNECTION_NEEDED: CreateOutcomeName = 'other_connection_needed';

/** How long a status read waits for the head of its answer, ms: short, as a read can always be repeated. */
const READ_TIMEOUT_MS = 30_000;

interface WorkspaceParts {
  readonly session: Session;
  readonly reachability: ServiceReachability;
  readonly rules: RulesCache;
  readonly tracker: Tracker;
  readonly claims: TeamClaims;
  readonly sync: TeamSync;
  readonly erasures: TeamErasures;
}

/** The connections to the service: reads never take one from a submission. */
interface Connections {
  readonly creates: ServiceConnections;
  readonly reads: ServiceConnections;
}

/** The connections of a workspace; no more than the settings allow. */
function makeConnections({
  workspace,
  stores,
  network,
  settings,
  onTrouble,
}: OpenWorkspaceOptions): Connections {
  const { baseUrl } = workspace;
  const { origin } = new URL(baseUrl);
  const reuse = new ConnectionReuse({ origin, store: stores.connectionReuse, onTrouble });
  const to = { baseUrl, network, reuse };
  const timeouts = { ...DEFAULT_TIMEOUTS, headers: READ_TIMEOUT_MS };
  return {
    creates: new ServiceConnections({ ...to, limit: () => settings().queueConcurrency }),
    reads: new ServiceConnections({ ...to, limit: () => REQUESTED_READS, timeouts }),
  };
}

/** The sign-in of a workspace. `onSignedIn`: there are new tokens. */
function makeSession(options: OpenWorkspaceOptions, onSignedIn: () => void): Session {
  const { workspace, secrets, browser, tokenConnection, onChange, onReturned, onNotifiable } = options;
  const workspaceId = workspace.id;
  return new Session({
    workspace,
    secrets,
    browser,
    connection: tokenConnection,
    onChange: () => onChange('session'),
    onSignedIn,
    onReturned: (signedIn) => onReturned?.(workspaceId, signedIn),
    onLost: () => onNotifiable?.([{ kind: 'signed_out', workspaceId, occurrence: Date.now() }]),
  });
}

/** The team of a workspace, if it has one. */
function makeTeam(
  { workspace, stores, secrets, connectivity, teamFixed, onTrouble }: OpenWorkspaceOptions,
  on: Pick<WorkspaceTeamOptions, 'greet' | 'onNotify' | 'onChange'>,
): WorkspaceTeam {
  const of = { workspaceId: workspace.id, store: stores.teams, secrets, connectivity };
  return new WorkspaceTeam({ ...of, ...on, fixed: teamFixed, onTrouble });
}

/** What claims numbers for the team; without one it lets every number go. */
function makeClaims(
  { workspace, stores, settings, onChange, onNotifiable, onTrouble }: OpenWorkspaceOptions,
  own: { readonly team: WorkspaceTeam; readonly rules: RulesCache },
): TeamClaims {
  const workspaceId = workspace.id;
  return new TeamClaims({
    workspaceId,
    service: workspace.baseUrl,
    store: stores.teamClaims,
    place: () => stores.teams.place(workspaceId),
    team: () => own.team,
    settings,
    goesWithout: async () => (await own.rules.get()).teamUnreachable === 'send',
    onChange: (ids) => onChange('outbox', ids),
    onAlsoCalled: (told) => {
      onChange(
        'outbox',
        told.map(({ submissionId }) => submissionId),
      );
      onChange(
        'requests',
        told.flatMap(({ requestId }) => requestId ?? []),
      );
      onNotifiable?.(
        told.map(({ submissionId }) => ({ kind: 'called_too', workspaceId, submissionId, occurrence: 0 })),
      );
    },
    onTrouble,
  });
}

/** What exchanges records with the team; without one it does nothing. */
function makeSync(
  { workspace, stores, erasing, onChange, onNotifiable, onTrouble }: OpenWorkspaceOptions,
  team: () => WorkspaceTeam,
  { claims, erasures }: Pick<WorkspaceParts, 'claims' | 'erasures'>,
  onLists: TeamSyncOptions['onLists'],
): TeamSync {
  const { id: workspaceId, baseUrl: service } = workspace;
  return new TeamSync({
    workspaceId,
    service,
    store: stores.teamRecords,
    place: () => stores.teams.place(workspaceId),
    query: async (text, values) => {
      const { database } = team();
      if (!database) throw new TeamError(teamProblem('connection_lost'));
      return database.queryBeside(text, values);
    },
    isConnected: () => team().state.phase === 'connected',
    evidenceHead: async () => (await stores.evidence.state()).head,
    catchUp: () => erasures.catchUp(),
    onTakenOut: () => void erasing?.()?.resume().catch(onTrouble),
    onHoldsTold: (ids) => erasures.holdsTold(ids),
    settle: (ids) => claims.settle(ids),
    rememberClaims: (found) => stores.teamClaims.remember(workspaceId, found),
    rememberConflicts: (conflicts) => claims.alsoCalled(conflicts),
    onChange: (ids) => onChange('requests', ids),
    onLists,
    onCompleted: (request) => onNotifiable?.([{ kind: 'completed', workspaceId, ...request, occurrence: 0 }]),
    onProgress: () => onChange('team'),
    onTrouble,
  });
}

/** What carries erasures to the team, and the team's to here. */
function makeErasures(
  { workspace, stores, erasing }: OpenWorkspaceOptions,
  team: () => WorkspaceTeam,
  own: Pick<WorkspaceParts, 'sync' | 'rules'>,
): TeamErasures {
  const { id: workspaceId, baseUrl: service } = workspace;
  return new TeamErasures({
    workspaceId,
    service,
    store: stores.erasures,
    place: () => stores.teams.place(workspaceId),
    query: () => {
      const { database } = team();
      if (database?.state.phase !== 'connected') return undefined;
      return (text, values) => database.queryBeside(text, values);
    },
    erasing: () => erasing?.(),
    country: async () => (await own.rules.get()).defaultCountry,
    stored: () => own.sync.settled(),
  });
}

/** What reads the workspace's requests again. */
function makeTracker(
  { workspace, stores, settings, isWindowShown, onChange, onNotifiable, onTrouble }: OpenWorkspaceOptions,
  { session, reachability, sync }: Pick<WorkspaceParts, 'session' | 'reachability' | 'sync'>,
  connections: ServiceConnections,
): Tracker {
  const { id: workspaceId, baseUrl } = workspace;
  return new Tracker({
    workspaceId,
    store: stores.requests,
    waits: stores.serviceWaits,
    read: (requestId, accessToken) => getInterviewRequest(connections, { baseUrl, accessToken, requestId }),
    tokens: session.tokens,
    reachability,
    takeTurns: (ids) => sync.takeTurns(ids),
    onLeft: (ids) => void sync.passTurns(ids).catch(onTrouble),
    settings: () => ({
      refreshesPerMinute: settings().refreshesPerMinute,
      concurrency: AUTOMATIC_READS,
      concurrencyWhenAsked: REQUESTED_READS,
    }),
    isWindowShown,
    onChange: (ids) => onChange('requests', ids),
    onCompleted: ({ submissionId, requestId }) =>
      onNotifiable?.([{ kind: 'completed', workspaceId, submissionId, requestId, occurrence: 0 }]),
    onTrouble,
  });
}

/** What sends the workspace's submissions. */
function makeQueue(
  {
    workspace,
    stores,
    settings,
    isBeingListed,
    holidays,
    isHeld,
    onChange,
    onNotifiable,
    onTrouble,
  }: OpenWorkspaceOptions,
  { session, reachability, rules, tracker, claims }: WorkspaceParts,
  connections: ServiceConnections,
): SubmissionQueue {
  const to = { connections, received: new ReceivedIds() };
  return new SubmissionQueue({
    workspaceId: workspace.id,
    store: stores.submissions,
    waits: stores.serviceWaits,
    sender: {
      send: (submission, accessToken, markSending) =>
        createInterviewRequest(to, {
          ...createCallOf(submission),
          baseUrl: workspace.baseUrl,
          accessToken,
          markSending,
        }),
    },
    tokens: session.tokens,
    reachability,
    settings: () => ({
      paused: settings().queuePaused || isHeld?.() === true,
      concurrency: settings().queueConcurrency,
    }),
    rules: () => rules.get(),
    holidays: holidays?.on,
    isBeingListed,
    team: claims,
    onChange: (ids) => onChange('outbox', ids),
    onWaitChange: () => onChange('reachability'),
    onStateChange: (changed) => {
      const accepted = changed.filter(({ state }) => state === 'accepted');
      for (const { updatedAt } of accepted) tracker.expect(updatedAt + FIRST_REFRESH_MS);
      // Tracked from here on, and so in the list, whether it can be read soon or not.
      const requestIds = accepted.flatMap(({ requestId }) => requestId ?? []);
      if (requestIds.length > 0) onChange('requests', requestIds);
      const events = notifiableEventsOf(changed);
      if (events.length > 0) onNotifiable?.(events);
    },
    onTrouble,
  });
}

/** What the create call says of a submission (docs/service.md, Create a request). */
function createCallOf({ id, problem, ...submission }: Submission) {
  return {
    idempotencyKey: id,
    body: {
      resume_url: submission.resumeUrl,
      job_description_id: submission.jobDescriptionId,
      candidate: {
        name: submission.candidateName,
        // "Written with a country code and free formatting" (docs/service.md, Fields).
        phone_number: submission.phoneNumber,
      },
      questionnaire_template_id: submission.questionnaireTemplateId,
    },
    onNewConnection: problem?.code === OTHER_CONNECTION_NEEDED,
  };
}

/** The events a person may want to be notified of, after the queue changed the state of these submissions. */
function notifiableEventsOf(moved: readonly Submission[]): readonly NotifiableEvent[] {
  return moved.flatMap((submission): NotifiableEvent[] => {
    const { workspaceId, id: submissionId, attempts: occurrence, problem } = submission;
    const about = { workspaceId, submissionId, occurrence };
    switch (submission.state) {
      case 'rejected':
        return [{ ...about, kind: 'rejected' }];
      case 'unconfirmed':
        return [{ ...about, kind: 'unconfirmed' }];
      case 'held':
        // Sign-in is reported once for the whole workspace; and people know what they paused.
        return problem?.code === SIGN_IN_NEEDED ||
          (isHeldByPerson(problem?.code) && problem?.code !== TIME_ZONE_NEEDED)
          ? []
          : [{ ...about, kind: 'held' }];
      default:
        return [];
    }
  });
}

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
  readonly team: WorkspaceTeam;
  readonly sync: TeamSync;
  readonly claims: TeamClaims;
  readonly erasures: TeamErasures;
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
    this.claims = makeClaims(options, this);
    this.team = makeTeam(options, {
      greet: async (query) => {
        const { channel } = await this.claims.greet(query);
        // Before anything is claimed or shown: it may have been away for long.
        await this.erasures.catchUp(query);
        return channel;
      },
      onNotify: () => {
        this.sync.notified();
        onChange('colleagues');
      },
      onChange: () => {
        const { phase } = this.team.state;
        if (phase === 'connected') this.sync.connected();
        else this.claims.parted();
        // What waited for the team ends without it.
        if (phase === 'off') void options.erasing?.()?.resume().catch(onTrouble);
        onChange('team');
        onChange('reachability');
        this.queue.wake();
      },
    });
    this.erasures = makeErasures(options, () => this.team, this);
    this.sync = makeSync(
      options,
      () => this.team,
      this,
      (lists) => {
        for (const list of lists) onChange(list);
        if (lists.has('library')) this.results.wake();
        if (lists.has('do_not_call')) this.queue.doNotCallChanged().catch(onTrouble);
      },
    );
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
    this.submitter = new Submitter({
      ...common,
      teamClaims: (numbers) => this.claims.shown(numbers),
      teamClaimOf: (submission) => this.claims.claimOf(submission),
    });
    const readRequest: Tracker['read'] = (requestId) => this.tracker.read(requestId);
    this.outbox = new OutboxDecisions({ ...common, team: this.claims, readRequest, queue: this.queue });
    this.bulk = new BulkChanges({ ...common, submitter: this.submitter, decisions: this.outbox });
  }

  /** Resumes the work of an earlier run. */
  async start(): Promise<void> {
    await this.queue.recover();
    await this.team.start();
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

  /** Looks whether what it depends on is there: after sleep, a network change, or when the window gets the focus. */
  checkConnections(): void {
    this.reachability.check();
    this.team.wake();
  }

  /** The network settings changed: submissions they held are due, and the service is probed again. */
  async networkChanged(): Promise<void> {
    this.connections.creates.renew();
    this.connections.reads.renew();
    this.checkConnections();
    // What was refused may be trusted now.
    void this.team.tryNow();
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
      this.sync.stop().then(() => this.team.close()),
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

/** What a workspace changes that the window shows. */
type WorkspaceTopic = 'session' | 'reachability' | 'outbox' | 'requests' | 'team' | 'colleagues' | SharedList;

/** Where an open workspace keeps its work. */
export type WorkspaceStores = Pick<
  Stores,
  | 'submissions'
  | 'serviceWaits'
  | 'connectionReuse'
  | 'rules'
  | 'requests'
  | 'pins'
  | 'library'
  | 'erasures'
  | 'teams'
  | 'teamClaims'
  | 'evidence'
  | 'teamRecords'
>;

/** What an open workspace needs from the rest of the app. */
export interface OpenWorkspaceOptions {
  readonly workspace: Workspace;
  readonly stores: WorkspaceStores;
  readonly secrets: SessionOptions['secrets'];
  readonly browser: SessionOptions['browser'];
  readonly tokenConnection: SessionOptions['connection'];
  readonly connectivity: Connectivity;
  /** Whether the window is visible; left out: always. */
  readonly isWindowShown?: (() => boolean) | undefined;
  readonly network: Network;
  /** Whether a number (E.164) is being put on the do-not-call list right now. */
  readonly isBeingListed: (phoneNumber: string) => boolean;
  /** The public holidays; left out: none are known. */
  readonly holidays?: HolidayCalendar | undefined;
  readonly settings: () => {
    readonly queuePaused: boolean;
    readonly queueConcurrency: number;
    readonly refreshesPerMinute: number;
    readonly undoSeconds: number;
    readonly duplicateDays: number;
  };
  /** Whether sending is held for now, whatever the settings say. Checked before every send. */
  readonly isHeld?: (() => boolean) | undefined;
  /** What the organisation's policy sets in the rules; read on every access. */
  readonly rulesOverlay: () => RulesOverlay;
  /** What erases on this computer; undefined until it can. */
  readonly erasing?: (() => Erasing | undefined) | undefined;
  /** What the organisation's policy sets of the team's connection; undefined if it leaves the team to the person. */
  readonly teamFixed?: (() => FixedTeam | undefined) | undefined;
  /** Why nothing may be submitted here now; undefined if it may. */
  readonly submitRefusal: () => Failure | undefined;
  readonly onChange: (topic: WorkspaceTopic, ids?: readonly string[]) => void;
  /** The sign-in came back from a browser. */
  readonly onReturned?: ((workspaceId: string, signedIn: boolean) => void) | undefined;
  /** Something happened on its own that a person may want to be notified of. */
  readonly onNotifiable?: ((events: readonly NotifiableEvent[]) => void) | undefined;
  readonly onTrouble: (error: unknown) => void;
}
