import type { FromPage, ToPage } from './messages.ts';

/** What {@link openChannel} tells its owner. */
export interface ChannelEvents {
  /** Called on every connection, the first and later ones. */
  opened(): void;
  received(message: ToPage): void;
  /** The application cannot be reached (any more). Called once per loss. */
  lost(): void;
}

/**
 * The page's socket to main, reopened about every second when it is lost.
 *
 * Gives a function that sends. Messages given before the first connection wait for it; once a connection was lost, the
 * function answers `false` instead, so that nothing old is done late, when somebody has long given up on it.
 *
 * Sent to the browser as text (see page-script.ts).
 */
export function openChannel(url: string, windowClosedCode: number, events: ChannelEvents) {
  const retryDelay = 1000;
  let socket: WebSocket | undefined;
  let waiting: FromPage[] | undefined = [];

  function connect(): void {
    const attempt = new WebSocket(url);
    attempt.onopen = () => {
      const heldBack = waiting ?? [];
      waiting = undefined;
      socket = attempt;
      events.opened();
      for (const message of heldBack) attempt.send(JSON.stringify(message));
    };
    attempt.onmessage = (event) => events.received(JSON.parse(String(event.data)) as ToPage);
    attempt.onclose = (event) => {
      const wasUsable = socket === attempt || waiting !== undefined;
      socket = undefined;
      waiting = undefined;
      if (wasUsable) events.lost();
      if (event.code !== windowClosedCode) setTimeout(connect, retryDelay);
    };
  }

  connect();
  return (message: FromPage): boolean => {
    if (waiting !== undefined) return waiting.push(message) > 0;
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  };
}
