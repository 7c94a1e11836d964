import { onTestFinished } from 'vitest';
import type { Network } from '../../../electron/network/network.ts';
import {
  type CreateCall,
  type CreateConnections,
  type CreateOutcome,
  createInterviewRequest,
  ReceivedIds,
} from '../../../electron/service/create-interview-request.ts';
import {
  ConnectionReuse,
  type ConnectionTimeouts,
  ServiceConnections,
} from '../../../electron/service/service-connections.ts';
import type { Stores } from '../../../electron/storage/stores/index.ts';
import { DIRECT_NETWORK } from '../network/direct-network.ts';

/** Long enough for a busy machine, short enough for a test. */
export const TEST_TIMEOUTS: ConnectionTimeouts = { connect: 5000, headers: 5000, body: 5000 };

export const GOOD_BODY = {
  resume_url: 'https://files.example.com/ada.pdf',
  job_description_id: '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b',
  candidate: { name: 'Ada Lovelace', phone_number: '+12025550143' },
  questionnaire_template_id: 'general-v1',
};

/** Stores in memory what was learned about each service. */
export function reuseStoreOfTest(): Stores['connectionReuse'] & {
  readonly learned: ReadonlyMap<string, number>;
} {
  const learned = new Map<string, number>();
  return {
    learned,
    get: async (origin) => learned.get(origin),
    keep: async (origin, learnedAt) => void learned.set(origin, learnedAt),
  };
}

export interface ConnectionParts {
  readonly timeouts?: Partial<ConnectionTimeouts>;
  readonly network?: Network;
  /** Replaces one that knows nothing about the service yet. */
  readonly reuse?: ConnectionReuse;
  /** How many calls are made at a time. */
  readonly limit?: number;
}

/** Connection reuse as a freshly started app knows it. */
export function reuseOf(baseUrl: string, store = reuseStoreOfTest()): ConnectionReuse {
  const { origin } = new URL(baseUrl);
  return new ConnectionReuse({
    origin,
    store,
    onTrouble: (error) => {
      throw error;
    },
  });
}

/** The same, after learning that the service keeps idle connections open. */
export function provenReuseOf(baseUrl: string): ConnectionReuse {
  const reuse = reuseOf(baseUrl);
  reuse.survivedIdle(1000);
  return reuse;
}

/** Connections to a service; closed after the test. */
export function connectionsTo(
  baseUrl: string,
  { timeouts = {}, network = DIRECT_NETWORK, reuse = reuseOf(baseUrl), limit = 8 }: ConnectionParts = {},
): ServiceConnections {
  const connections = new ServiceConnections({
    baseUrl,
    network,
    reuse,
    limit: () => limit,
    timeouts: { ...TEST_TIMEOUTS, ...timeouts },
  });
  onTestFinished(() => connections.destroy());
  return connections;
}

/** Connections for creates; closed after the test. */
export function connectionTo(baseUrl: string, parts: ConnectionParts = {}): CreateConnections {
  return { connections: connectionsTo(baseUrl, parts), received: new ReceivedIds() };
}

/** A complete create call. */
export function createCall(baseUrl: string, changes: Partial<CreateCall> = {}): CreateCall {
  return {
    baseUrl,
    accessToken: 'token-1',
    idempotencyKey: '0b6c3c5e-56a5-4a38-9c5d-7a5d3b0f7f10',
    body: GOOD_BODY,
    markSending: () => Promise.resolve(),
    ...changes,
  };
}

/** One create call over a connection of its own. */
export function createOnce(
  baseUrl: string,
  changes: Partial<CreateCall> = {},
  timeouts: Partial<ConnectionTimeouts> = {},
): Promise<CreateOutcome> {
  return createInterviewRequest(connectionTo(baseUrl, { timeouts }), createCall(baseUrl, changes));
}
