import { EventEmitter } from 'node:events';
import { strict } from '../unsupported.ts';
import { protocol } from './protocol.ts';
import { requireReady } from './require-ready.ts';

/**
 * Electron's `session`. The browser keeps its own rules for permissions and requests, so what the app sets is only taken
 * and never asked; every connection is direct.
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
  setCertificateVerifyProc(_proc: unknown): void {}
  setSpellCheckerEnabled(_enable: boolean): void {}

  async resolveProxy(_url: string): Promise<string> {
    return 'DIRECT';
  }
}

const partitions = new Map<string, Session>();

function fromPartition(partition: string): Session {
  requireReady('Session can only be received when app is ready');
  const found = partitions.get(partition) ?? strict('session', new Session());
  partitions.set(partition, found);
  return found;
}

export const session = strict('session', {
  get defaultSession() {
    return fromPartition('');
  },
  fromPartition,
});
