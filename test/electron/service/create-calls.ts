import type { Pool } from 'undici';
import { onTestFinished } from 'vitest';
import type { Network } from '../../../electron/network/network.ts';
import {
  type CreateCall,
  type CreateOutcome,
  createInterviewRequest,
} from '../../../electron/service/create-interview-request.ts';
import {
  type ConnectionTimeouts,
  openServiceConnection,
} from '../../../electron/service/service-connection.ts';
import { DIRECT_NETWORK } from '../network/direct-network.ts';

/** Long enough for a busy machine, short enough for a test. */
export const TEST_TIMEOUTS: ConnectionTimeouts = { connect: 5000, headers: 5000, body: 5000 };

export const GOOD_BODY = {
  resume_url: 'https://files.example.com/ada.pdf',
  job_description_id: '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b',
  candidate: { name: 'Ada Lovelace', phone_number: '+12025550143' },
  questionnaire_template_id: 'general-v1',
};

/** Connections to a service that end with the test. */
export function connectionTo(
  baseUrl: string,
  timeouts: Partial<ConnectionTimeouts> = {},
  connections = 4,
  network: Network = DIRECT_NETWORK,
): Pool {
  const connection = openServiceConnection(baseUrl, connections, network, { ...TEST_TIMEOUTS, ...timeouts });
  onTestFinished(() => connection.destroy());
  return connection;
}

/** A create call with everything in place. */
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
  return createInterviewRequest(connectionTo(baseUrl, timeouts), createCall(baseUrl, changes));
}
