/** A create whose answer named a request. */
interface Receiver {
  readonly idempotencyKey: string;
  readonly candidateName: string;
}

/** How many ids are remembered, the latest ones; older ones are in the database. */
const REMEMBERED = 10_000;

/**
 * Which create of this run got which request id. An answer can belong to another create: sent twice, or mixed up by a
 * proxy. It may arrive before the database knows whose the id is; and if both creates ask for the same, only the order of
 * arrival shows that one of them is wrong.
 */
export class ReceivedIds {
  private readonly receivers = new Map<string, Receiver>();

  /** Notes the id that a create was answered with. Returns its candidate if another create got the same id before. */
  receive(requestId: string, receiver: Receiver): string | undefined {
    const earlier = this.receivers.get(requestId);
    if (earlier)
      return earlier.idempotencyKey === receiver.idempotencyKey ? undefined : earlier.candidateName;
    this.receivers.set(requestId, receiver);
    const [oldest] = this.receivers.keys();
    if (this.receivers.size > REMEMBERED && oldest !== undefined) this.receivers.delete(oldest);
    return undefined;
  }
}
