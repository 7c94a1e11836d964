import { Pool } from 'undici';
import type { Network } from '../network/network.ts';

/** Limits of one service connection, ms. */
export interface ConnectionTimeouts {
  /** For each way that the network's settings name. */
  readonly connect: number;
  /** From the request sent to the answer's head. For creates as long as a late answer still counts. */
  readonly headers: number;
  /** Between two pieces of the answer's body. */
  readonly body: number;
}

export const DEFAULT_TIMEOUTS: ConnectionTimeouts = { connect: 10_000, headers: 120_000, body: 30_000 };

/**
 * How long a kept-alive connection is trusted, ms: a service that closes an idle connection while a create is being
 * written would make that submission unclear, so an older one is never reused.
 */
const FRESH_CONNECTION_MS = 1000;

/**
 * Connections to one service for calls that must not be repeated by the transport: HTTP/1.1 only, one request at a
 * time on each, no redirects and no retries (undici's request API has neither unless composed in). Each is made the
 * way the network's settings say at that moment.
 */
export function openServiceConnection(
  baseUrl: string,
  connections: number,
  network: Network,
  timeouts: ConnectionTimeouts = DEFAULT_TIMEOUTS,
): Pool {
  return new Pool(new URL(baseUrl).origin, {
    connections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: FRESH_CONNECTION_MS,
    keepAliveMaxTimeout: FRESH_CONNECTION_MS,
    connect: network.connector(timeouts.connect),
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
  });
}
