import { FIRST_REFRESH_MS } from '../../shared/request.ts';
import type { Submission } from '../../shared/submission.ts';
import { Session } from '../auth/session.ts';
import { ConnectionReuse } from '../service/connection-reuse.ts';
import { createInterviewRequest } from '../service/create-interview-request.ts';
import type { CreateOutcomeName } from '../service/create-outcomes.ts';
import { getInterviewRequest } from '../service/get-interview-request.ts';
import { ReceivedIds } from '../service/received-ids.ts';
import { DEFAULT_TIMEOUTS, ServiceConnections } from '../service/service-connections.ts';
import type { ServiceReachability } from '../service/service-reachability.ts';
import type { RulesCache } from '../submissions/rules-cache.ts';
import { SubmissionQueue } from '../submissions/submission-queue.ts';
import { Tracker } from '../tracking/tracker.ts';
import { notifiableEventsOf } from './notifiable-events.ts';
import type { OpenWorkspaceOptions } from './open-workspace-options.ts';

/** How many status reads may be in progress: automatic ones, and those a person waits for. */
const AUTOMATIC_READS = 4;
const REQUESTED_READS = 10;

/** The problem of a submission that the service refused on the connection it came on (421, 425). */
const OTHER_CONNECTION_NEEDED: CreateOutcomeName = 'other_connection_needed';

/** How long a status read waits for the head of its answer, ms: short, as a read can always be repeated. */
const READ_TIMEOUT_MS = 30_000;

/** What other parts of a workspace are made with. */
interface WorkspaceParts {
  readonly session: Session;
  readonly reachability: ServiceReachability;
  readonly rules: RulesCache;
  readonly tracker: Tracker;
}

/** The connections to the service: reads never take one from a submission. */
export interface Connections {
  readonly creates: ServiceConnections;
  readonly reads: ServiceConnections;
}

/** The connections of a workspace; no more than the settings allow. */
export function makeConnections({
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
export function makeSession(options: OpenWorkspaceOptions, onSignedIn: () => void): Session {
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

/** What reads the workspace's requests again. */
export function makeTracker(
  { workspace, stores, settings, isWindowShown, onChange, onNotifiable, onTrouble }: OpenWorkspaceOptions,
  { session, reachability }: Pick<WorkspaceParts, 'session' | 'reachability'>,
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
export function makeQueue(
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
  { session, reachability, rules, tracker }: WorkspaceParts,
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

/** What the create call says of a submission (service-interface.md §4.1). */
function createCallOf({ id, problem, ...submission }: Submission) {
  return {
    idempotencyKey: id,
    body: {
      resume_url: submission.resumeUrl,
      job_description_id: submission.jobDescriptionId,
      candidate: {
        name: submission.candidateName,
        // "Written with a country code and free formatting" (service-interface.md §2).
        phone_number: submission.phoneNumber,
      },
      questionnaire_template_id: submission.questionnaireTemplateId,
    },
    onNewConnection: problem?.code === OTHER_CONNECTION_NEEDED,
  };
}
