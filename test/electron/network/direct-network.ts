import { buildConnector } from 'undici';
import type { Network } from '../../../electron/network/network.ts';

/** A network without proxies and with Node's certificate authorities. */
export const DIRECT_NETWORK: Network = {
  connector: (timeout) => buildConnector({ allowH2: false, timeout }),
};
