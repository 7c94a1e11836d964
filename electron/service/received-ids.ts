/** A create whose answer named a request. */
interface Receiver {
  readonly idempotencyKey: string;
  readonly candidateName: string;
}

/** So many are remembered, the latest ones: whatever is older is in the database. */
const MOST = 10_000;

/**
 * Which create of this run was answered with which request id. An answer can be another's: sent twice, or mixed up by a
 * proxy. It may come before the database knows whose the id is; and where both ask for the same, only the order in which
 * the ids came tells that one of them is not its own.
 */
export class ReceivedIds {
  private readonly receivers = new Map<string, Receiver>();

  /** Notes that a create was answered with an id. Answers whose it is already, where that was another submission. */
  receive(requestId: string, receiver: Receiver): string | undefined {
    const earlier = this.receivers.get(requestId);
    if (earlier)
      return earlier.idempotencyKey === receiver.idempotencyKey ? undefined : earlier.candidateName;
    this.receivers.set(requestId, receiver);
    const [oldest] = this.receivers.keys();
    if (this.receivers.size > MOST && oldest !== undefined) this.receivers.delete(oldest);
    return undefined;
  }
}
