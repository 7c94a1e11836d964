import type { buildConnector } from 'undici';

/** Makes connections as the person's network settings say. */
export interface Network {
  /**
   * Makes the connections of one dispatcher: TCP, proxy and TLS are done when it answers, and no byte of a request has
   * gone out. The settings are read for each connection. `timeoutMs` is for each way that is tried.
   */
  connector(timeoutMs: number): buildConnector.connector;
}
