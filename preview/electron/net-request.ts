import { EventEmitter } from 'node:events';
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { requireReady } from './require-ready.ts';
import { session as sessions } from './session.ts';
import { type EventsOf, type PartOf, standIn } from './stand-in.ts';

/** Hosts that a request may reach; every other one fails as without a network. */
const THIS_COMPUTER: readonly string[] = ['127.0.0.1', 'localhost'];

/** A proxy's accepted or given sign-ins, per session, as Chromium caches them. */
const signIns = new WeakMap<Electron.Session, Map<string, string>>();

/**
 * Electron's `net.request`, for the library that updates the app: http, with a method and headers, through the session's
 * proxy. The preview must not look for updates of the app it runs, so it reaches this computer alone.
 *
 * As in Electron (lib/common/api/net-client-request.ts), a request has no `socket` and no time limit, and while a listener
 * of `login` has not called back, nothing more happens. Redirects are not followed.
 */
class PreviewRequest
  extends EventEmitter<EventsOf<Electron.ClientRequest>>
  implements PartOf<Electron.ClientRequest>
{
  private readonly url: URL;
  private readonly method: string;
  private readonly headers: OutgoingHttpHeaders;
  private readonly session: Electron.Session;
  private sent: ReturnType<typeof httpRequest> | undefined;
  private aborted = false;

  constructor(options: Electron.ClientRequestConstructorOptions) {
    super();
    const { protocol = 'http:', hostname = 'localhost', port, path = '/', headers = {} } = options;
    this.url = new URL(options.url ?? `${protocol}//${hostname}:${port ?? ''}${path}`);
    this.method = options.method ?? 'GET';
    this.headers = headers as OutgoingHttpHeaders;
    this.session = options.session ?? sessions.defaultSession;
  }

  setHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  end(chunk?: string | Buffer): Electron.ClientRequest {
    void this.send(chunk);
    return this as unknown as Electron.ClientRequest;
  }

  abort(): void {
    if (!this.aborted) process.nextTick(() => this.emit('abort'));
    this.aborted = true;
    this.sent?.destroy();
  }

  private async send(body: string | Buffer | undefined): Promise<void> {
    const proxy = proxyIn(await this.session.resolveProxy(this.url.href));
    const { hostname, port } = proxy ?? this.url;
    if (!THIS_COMPUTER.includes(hostname)) return this.fail('net::ERR_INTERNET_DISCONNECTED');
    if (this.aborted) return;
    const cache = this.proxySignIns();
    const known = proxy && cache.get(proxy.host);
    const sent = httpRequest({
      hostname,
      port,
      method: this.method,
      path: proxy ? this.url.href : `${this.url.pathname}${this.url.search}`,
      headers: { ...this.headers, host: this.url.host, ...(known && { 'proxy-authorization': known }) },
      agent: false,
    });
    this.sent = sent;
    sent.once('error', () => this.fail('net::ERR_CONNECTION_FAILED'));
    sent.once('response', (response) => {
      if (response.statusCode === 407 && proxy) this.challenged(proxy, response, body);
      else this.respond(response);
    });
    sent.end(body);
  }

  /** Without credentials, the request ends with the proxy's answer. */
  private challenged(proxy: URL, response: IncomingMessage, body: string | Buffer | undefined): void {
    const cache = this.proxySignIns();
    cache.delete(proxy.host);
    const [, scheme = '', realm = ''] =
      /^(\w+)(?:.*realm="([^"]*)")?/.exec(response.headers['proxy-authenticate'] ?? '') ?? [];
    const facts = { isProxy: true, scheme: scheme.toLowerCase(), realm };
    let called = false;
    const answer = (userName?: string, password?: string): void => {
      if (called || this.aborted) return;
      called = true;
      if (userName === undefined || password === undefined) {
        this.respond(response);
        return;
      }
      response.resume();
      cache.set(proxy.host, `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`);
      void this.send(body);
    };
    if (!this.emit('login', { ...facts, host: proxy.hostname, port: Number(proxy.port || 80) }, answer))
      answer();
  }

  private respond(response: IncomingMessage): void {
    // Node's has the members of Electron's.
    this.emit('response', response as unknown as Electron.IncomingMessage);
  }

  private fail(message: string): void {
    // In a later turn, after the caller has added its listeners.
    if (!this.aborted) setImmediate(() => this.emit('error', new Error(message)));
  }

  private proxySignIns(): Map<string, string> {
    const found = signIns.get(this.session) ?? new Map<string, string>();
    signIns.set(this.session, found);
    return found;
  }
}

export const request: Electron.Net['request'] = (options) => {
  requireReady('net module can only be used after app is ready');
  const made = new PreviewRequest(typeof options === 'string' ? { url: options } : options);
  return standIn<Electron.ClientRequest>('ClientRequest', made);
};

/** The first way of a PAC result, if it is an HTTP proxy. */
function proxyIn(pac: string): URL | undefined {
  const [, address] = /^PROXY (\S+?);?(?:\s|$)/.exec(pac) ?? [];
  return address === undefined ? undefined : new URL(`http://${address}`);
}
