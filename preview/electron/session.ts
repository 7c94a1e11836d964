import { EventEmitter } from 'node:events';
import { env } from 'node:process';
import { strict } from '../unsupported.ts';
import { appEvents } from './app-life.ts';
import { protocol } from './protocol.ts';
import { proxyByVariables } from './proxy-by-variables.ts';
import { requireReady } from './require-ready.ts';

/**
 * Electron's `session`. The browser keeps its own rules for permissions and requests, so what the app sets is only taken
 * and never asked. For the system's proxy settings stand, as in Chromium on Linux, the variables HTTPS_PROXY, ALL_PROXY
 * and NO_PROXY; `CALLBOARD_PREVIEW_PROXY` comes before them and is what a PAC script says of every address
 * (`PROXY host:port; DIRECT`).
 */
class Session extends EventEmitter {
  readonly protocol = protocol;
  readonly webRequest = strict('session.webRequest', {
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

  async resolveProxy(url: string): Promise<string> {
    return env['CALLBOARD_PREVIEW_PROXY'] ?? proxyByVariables(new URL(url), env);
  }
}

const partitions = new Map<string, Session>();

function fromPartition(partition: string): Session {
  requireReady('Session can only be received when app is ready');
  const found = partitions.get(partition);
  if (found) return found;
  const made = strict('session', new Session());
  partitions.set(partition, made);
  appEvents.emit('session-created', made);
  return made;
}

export const session = strict('session', {
  get defaultSession() {
    return fromPartition('');
  },
  fromPartition,
});
