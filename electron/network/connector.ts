import type { LookupFunction, Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { Route } from '../../shared/network.ts';
import { portOf } from './bypass-list.ts';
import { mayFallBack, ProxyFailure } from './proxy-failure.ts';
import type { ProxyResolver } from './proxy-resolver.ts';
import type { ProxyTunnels } from './proxy-tunnels.ts';
import { isCertificateError } from './system-error.ts';

export interface ConnectorOptions {
  readonly proxies: Pick<ProxyResolver, 'routeTo'>;
  readonly tunnels: ProxyTunnels;
  /** For each way that is tried, ms. */
  readonly timeoutMs: number;
  /** Grows when the certificate authorities change: no earlier TLS session may stand in for their judgement. */
  readonly trustEpoch: () => number;
  readonly lookup?: LookupFunction | undefined;
}

type Connect = buildConnector.connector;
type Options = buildConnector.Options;

/** A whole list may take as long as so many of its ways. */
const PATIENCE_IN_WAYS = 3;

/**
 * A connector of undici that goes the way the settings say. A direct connection is undici's own; through a proxy the
 * tunnel stands first, and TLS to the service is undici's again. Nothing of a request is written by it, so a failure
 * on any way leaves the next one free to try.
 */
export function makeConnector(options: ConnectorOptions): Connect {
  const direct = directConnector(options);
  return (asked, callback) => {
    let route: Route | Promise<Route>;
    try {
      route = options.proxies.routeTo(addressOf(asked));
    } catch (error) {
      callback(asError(error), null);
      return;
    }
    // The way without a proxy is as short as ever.
    if (!(route instanceof Promise) && route.ways.every(({ kind }) => kind === 'direct')) {
      direct(asked, callback);
      return;
    }
    Promise.resolve(route)
      .then((found) => connectBy(found, asked, direct, options))
      .then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(asError(error), null),
      );
  };
}

/** undici's own, a new one when the certificate authorities have changed: it remembers TLS sessions. */
function directConnector({ timeoutMs, trustEpoch, lookup }: ConnectorOptions): Connect {
  const build = (): Connect =>
    buildConnector({ allowH2: false, timeout: timeoutMs, ...(lookup && { lookup }) });
  let epoch = trustEpoch();
  let current = build();
  return (asked, callback) => {
    if (epoch !== trustEpoch()) {
      epoch = trustEpoch();
      current = build();
    }
    current(asked, callback);
  };
}

/** Tries the ways one after the other. Rejects with what stood in the first one's way. */
async function connectBy(
  route: Route,
  asked: Options,
  direct: Connect,
  { tunnels, timeoutMs }: ConnectorOptions,
): Promise<Socket> {
  const overall = AbortSignal.timeout(timeoutMs * PATIENCE_IN_WAYS);
  const failures: unknown[] = [];
  for (const way of tunnels.inOrder(route.ways)) {
    try {
      if (way.kind === 'direct') return await connected(direct, asked);
      const url = addressOf(asked);
      const target = { host: asked.hostname, port: portOf(url) };
      const signal = AbortSignal.any([overall, AbortSignal.timeout(timeoutMs)]);
      const tunnel = await tunnels.open(way, target, signal);
      if (asked.protocol !== 'https:') return tunnel;
      return await connected(direct, { ...asked, httpSocket: tunnel });
    } catch (error) {
      failures.push(error);
      const certain = error instanceof ProxyFailure ? !mayFallBack(error) : isCertificateError(error);
      if (certain || overall.aborted) break;
    }
  }
  throw failures[0];
}

function connected(connect: Connect, options: Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connect(options, (error, socket) => {
      if (socket) resolve(socket);
      else reject(error ?? new Error('There is no connection.'));
    });
  });
}

function addressOf({ protocol, host, hostname, port }: Options): URL {
  return new URL(`${protocol}//${host ?? (port ? `${hostname}:${port}` : hostname)}`);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
