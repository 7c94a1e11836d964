import type { buildConnector } from 'undici';
import type { Network } from '../network/network.ts';
import { ACCEPT_ENCODING } from './decoded-body.ts';
import type { Answer, AnswerTimeouts, HttpRequest } from './exchange.ts';
import { type HttpConnection, openHttpConnection } from './http-connection.ts';

/** Connections for one request each, to any server. None is kept, so each uses the network settings of its moment. */
export class SingleUseConnections {
  private readonly connect: buildConnector.connector;
  private readonly open = new Set<HttpConnection>();
  private destroyed = false;

  /** `connectMs`: for each route that the network settings name. */
  constructor(network: Network, connectMs: number) {
    this.connect = network.connector(connectMs);
  }

  /** Sends a request once, to the origin of the URL. Rejects if no head of an answer came. */
  async exchange(url: URL, request: Omit<HttpRequest, 'path'>, timeouts: AnswerTimeouts): Promise<Answer> {
    const connection = await openHttpConnection(this.connect, url);
    this.open.add(connection);
    try {
      if (this.destroyed) throw new Error('The connections are closed.');
      const path = url.pathname + url.search;
      const headers = { connection: 'close', 'accept-encoding': ACCEPT_ENCODING, ...request.headers };
      const { answer } = await connection.exchange({ ...request, path, headers }, timeouts);
      return answer;
    } finally {
      connection.destroy();
      this.open.delete(connection);
    }
  }

  /** Closes all connections, with any requests in progress. */
  async destroy(): Promise<void> {
    this.destroyed = true;
    for (const connection of this.open) connection.destroy();
  }
}
