import { app } from 'electron';
import { ConnectionCheck } from '../diagnostics/connection-check.ts';
import type { ConfiguredNetwork } from '../network/configured-network.ts';
import { schemeOwner } from './link-scheme.ts';

export function makeConnectionCheck(network: ConfiguredNetwork): ConnectionCheck {
  return new ConnectionCheck({
    schemeOwner,
    holdsInstanceLock: () => app.hasSingleInstanceLock(),
    network,
    now: Date.now,
  });
}
