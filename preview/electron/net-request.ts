import { request as httpRequest, type RequestOptions } from 'node:http';

/** Hosts that a request may reach; every other one fails as without a network. */
const THIS_COMPUTER: readonly unknown[] = ['127.0.0.1', 'localhost'];

/** Electron, too, reports a failed look-up by an `error` event, after the caller has added its listeners. */
const UNREACHABLE: RequestOptions = {
  hostname: 'unreachable.invalid',
  agent: false,
  lookup: (_name, _how, done) => done(new Error('net::ERR_INTERNET_DISCONNECTED'), []),
};

/**
 * Electron's `net.request` with the events and methods of Node's, as far as electron-updater uses them: options in place of an
 * address, no redirects. The preview must not look for updates of the app it runs, so it reaches this computer alone.
 */
export const request: Electron.Net['request'] = (options) => {
  const target = typeof options === 'string' ? { hostname: '' } : options;
  const { session: _session, ...rest } = target as Electron.ClientRequestConstructorOptions;
  const reachable = THIS_COMPUTER.includes(target.hostname);
  return httpRequest(reachable ? (rest as RequestOptions) : UNREACHABLE) as unknown as Electron.ClientRequest;
};
