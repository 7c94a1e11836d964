import type { buildConnector } from 'undici';
import type { ConnectionTrace } from './connection-trace.ts';

/** Makes connections according to the network settings. */
export interface Network {
  /**
   * An undici connector. When it calls back, TCP, proxy and TLS are established and no byte of a request was sent. Reads
   * the settings for each connection. `timeoutMs` applies to each attempted route. `trace` records the steps.
   */
  connector(timeoutMs: number, trace?: ConnectionTrace): buildConnector.connector;
}
