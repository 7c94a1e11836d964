import { buildConnector } from 'undici';
import type { Network } from '../../../electron/network/network.ts';

/** No proxy, and Node's certificate authorities: for tests that are not about the way. */
export const DIRECT_NETWORK: Network = {
  connector: (timeout) => buildConnector({ allowH2: false, timeout }),
};
