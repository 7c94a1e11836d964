import { EventEmitter } from 'node:events';
import { env } from 'node:process';
import { appEvents } from './app-life.ts';
import { protocol } from './protocol.ts';
import { proxyFromEnvironment } from './proxy-from-environment.ts';
import { requireReadyForSession } from './require-ready.ts';
import { type EventsOf, type PartOf, standIn } from './stand-in.ts';

/**
 * Electron's `session`. The browser applies its own rules for permissions and requests, so the app's handlers are
 * accepted but never called. As in Chromium on Linux, the system's proxy settings are the variables HTTPS_PROXY,
 * ALL_PROXY and NO_PROXY; `CALLBOARD_PREVIEW_PROXY` overrides them with a PAC result (`PROXY host:port; DIRECT`).
 */
class PreviewSession extends EventEmitter<EventsOf<Electron.Session>> implements PartOf<Electron.Session> {
  readonly protocol = protocol;
  private proxy: Electron.ProxyConfig = {};
  readonly webRequest = standIn<Electron.WebRequest>('session.webRequest', {
    onBeforeRequest(..._rule: unknown[]): void {},
    onHeadersReceived(..._rule: unknown[]): void {},
  });

  setPermissionRequestHandler(_handler: unknown): void {}
  setPermissionCheckHandler(_handler: unknown): void {}
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
