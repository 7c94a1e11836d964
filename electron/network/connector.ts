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
  /** Per attempted route, ms. */
  readonly timeoutMs: number;
  /** Grows when the certificate authorities change, so that no old TLS session is resumed. */
  readonly trustEpoch: () => number;
  readonly lookup?: LookupFunction | undefined;
}

type Connect = buildConnector.connector;
type Options = buildConnector.Options;

/** The overall timeout, as a multiple of the timeout per route. */
const OVERALL_TIMEOUTS = 3;

/**
 * An undici connector that follows the proxy settings. Direct connections and TLS to the service are left to undici; a
 * proxy's tunnel is opened first. No byte of a request is written here, so after a failure the next route is safe to try.
 */
export function makeConnector(options: ConnectorOptions): Connect {
  const direct = directConnector(options);
  return (target, callback) => {
    let route: Route | Promise<Route>;
    try {
      route = options.proxies.routeTo(addressOf(target));
    } catch (error) {
      callback(asError(error), null);
      return;
    }
    // Direct connections skip the promise chain.
    if (!(route instanceof Promise) && route.ways.every(({ kind }) => kind === 'direct')) {
      direct(target, callback);
      return;
    }
    Promise.resolve(route)
      .then((found) => connectBy(found, target, direct, options))
      .then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(asError(error), null),
      );
  };
}

/** undici's connector, rebuilt when the certificate authorities change: it caches TLS sessions. */
function directConnector({ timeoutMs, trustEpoch, lookup }: ConnectorOptions): Connect {
  const build = (): Connect =>
    buildConnector({ allowH2: false, timeout: timeoutMs, ...(lookup && { lookup }) });
  let epoch = trustEpoch();
  let current = build();
  return (target, callback) => {
    if (epoch !== trustEpoch()) {
      epoch = trustEpoch();
      current = build();
    }
    current(target, callback);
  };
}

/** Tries the routes in order. Rejects with the first route's error. */
async function connectBy(
  route: Route,
  target: Options,
  direct: Connect,
  { tunnels, timeoutMs }: ConnectorOptions,
): Promise<Socket> {
  const overall = AbortSignal.timeout(timeoutMs * OVERALL_TIMEOUTS);
  const failures: unknown[] = [];
  for (const way of tunnels.byAvailability(route.ways)) {
    try {
      if (way.kind === 'direct') return await connected(direct, target);
      const url = addressOf(target);
      const host = { host: target.hostname, port: portOf(url) };
      const signal = AbortSignal.any([overall, AbortSignal.timeout(timeoutMs)]);
      const tunnel = await tunnels.open(way, host, signal);
      if (target.protocol !== 'https:') return tunnel;
      return await connected(direct, { ...target, httpSocket: tunnel });
    } catch (error) {
      failures.push(error);
      const isFinal = error instanceof ProxyFailure ? !mayFallBack(error) : isCertificateError(error);
      if (isFinal || overall.aborted) break;
    }
  }
  throw failures[0];
}

function connected(connect: Connect, options: Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connect(options, (error, socket) => {
      if (socket) resolve(socket);
      else reject(error ?? new Error('undici returned neither a socket nor an error.'));
    });
  });
}

function addressOf({ protocol, host, hostname, port }: Options): URL {
  return new URL(`${protocol}//${host ?? (port ? `${hostname}:${port}` : hostname)}`);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
