import { EventEmitter } from 'node:events';
import { env } from 'node:process';
import type { PermissionQuestion } from '../page/messages.ts';
import { appEvents } from './app-life.ts';
import { protocol } from './protocol.ts';
import { proxyFromEnvironment } from './proxy-from-environment.ts';
import { requireReadyForSession } from './require-ready.ts';
import { type EventsOf, type PartOf, standIn } from './stand-in.ts';

type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0];

/** By session, as the app has it. */
const requestHandlers = new WeakMap<object, RequestHandler>();
const checkHandlers = new WeakMap<object, CheckHandler>();

/**
 * Electron's `session`. Pages ask its permission handlers by {@link askPermission}; those of devices and of network
 * requests are accepted but never called, because the browser applies its own rules. As in Chromium on Linux, the system's proxy settings are the variables HTTPS_PROXY,
 * ALL_PROXY and NO_PROXY; `CALLBOARD_PREVIEW_PROXY` overrides them with a PAC result (`PROXY host:port; DIRECT`).
 */
class PreviewSession extends EventEmitter<EventsOf<Electron.Session>> implements PartOf<Electron.Session> {
  readonly protocol = protocol;
  private proxy: Electron.ProxyConfig = {};
  readonly webRequest = standIn<Electron.WebRequest>('session.webRequest', {
    onBeforeRequest(..._rule: unknown[]): void {},
    onHeadersReceived(..._rule: unknown[]): void {},
  });

  setPermissionRequestHandler(handler: RequestHandler): void {
    requestHandlers.set(this, handler);
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    checkHandlers.set(this, handler);
  }

  setDevicePermissionHandler(_handler: unknown): void {}
  setDisplayMediaRequestHandler(_handler: unknown): void {}
  setBluetoothPairingHandler(_handler: unknown): void {}
  setSSLConfig(_config: Electron.Config): void {}
  setSpellCheckerEnabled(_enable: boolean): void {}
  async setProxy(config: Electron.ProxyConfig): Promise<void> {
    this.proxy = config;
  }

  async resolveProxy(url: string): Promise<string> {
    const { mode, proxyRules = '', proxyBypassRules = '' } = this.proxy;
    if (mode === 'direct') return 'DIRECT';
    if (mode !== 'fixed_servers')
      return env['CALLBOARD_PREVIEW_PROXY'] ?? proxyFromEnvironment(new URL(url), env);
    // Chromium's implicit rules (net/docs/proxy.md): with a proxy from settings, this computer is reached directly.
    const bypassed = ['localhost', '127.0.0.1', proxyBypassRules].join(',');
    return proxyFromEnvironment(new URL(url), { all_proxy: proxyRules, no_proxy: bypassed });
  }
}

const partitions = new Map<string, Electron.Session>();

function fromPartition(partition: string): Electron.Session {
  requireReadyForSession();
  const found = partitions.get(partition);
  if (found) return found;
  const created = standIn<Electron.Session>('session', new PreviewSession());
  partitions.set(partition, created);
  appEvents.emit('session-created', created);
  return created;
}

export const session = standIn<typeof Electron.Session>('session', {
  get defaultSession() {
    return fromPartition('');
  },
  fromPartition,
});

/**
 * Whether the session's handler grants what the page asks; without a handler everything is granted. The arguments are
 * those of Electron's shell/browser/electron_permission_manager.cc and web_contents_permission_helper.cc.
 */
export function askPermission(
  contents: Electron.WebContents,
  { handler, permission, mediaTypes }: PermissionQuestion,
): Promise<boolean> {
  const name = permission as Parameters<NonNullable<RequestHandler>>[1];
  const { url: requestingUrl, origin } = contents.mainFrame;
  // The origin as Chromium's `GURL` writes it.
  const requestingOrigin = `${origin}/`;
  const isMainFrame = true;
  return new Promise((resolve) => {
    if (handler === 'request') {
      const media = mediaTypes && { mediaTypes, securityOrigin: requestingOrigin };
      const ask = requestHandlers.get(contents.session);
      if (ask) ask(contents, name, resolve, { ...media, requestingUrl, isMainFrame });
      else resolve(true);
    } else {
      const [mediaType] = mediaTypes ?? [];
      const details = { embeddingOrigin: requestingOrigin, requestingUrl, isMainFrame };
      const check = checkHandlers.get(contents.session);
      resolve(
        !check || check(contents, name, requestingOrigin, { ...details, ...(mediaType && { mediaType }) }),
      );
    }
  });
}
