import type { FromPage, ToPage } from './messages.ts';

/** Callbacks of {@link openChannel}. */
export interface ChannelEvents {
  /** Called on the first connection and on every reconnection. */
  opened(): void;
  received(message: ToPage): void;
  /** Called once each time the connection is lost or can't be made. */
  lost(): void;
}

/**
 * Opens the page's socket to main and reconnects about every second when it is lost.
 *
 * Returns a function that sends. Messages before the first connection are queued; while a lost connection is down, the
 * function returns `false` instead, so that nothing is done late after the caller has given up.
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
      const queued = waiting ?? [];
      waiting = undefined;
      socket = attempt;
      events.opened();
      for (const message of queued) attempt.send(JSON.stringify(message));
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
