import type { CreateInterviewRequestBody } from '../../shared/service-interface.ts';

/** A create whose answer named a request. */
interface Receiver {
  readonly idempotencyKey: string;
  readonly ask: string;
  readonly candidateName: string;
}

/** So many are remembered, the latest ones: whatever is older is in the database. */
const MOST = 10_000;

/**
 * Which create of this run was answered with which request id. An answer can be another's: sent twice, or mixed up by a
 * proxy. It then comes before the database knows whose the id is.
 */
export class ReceivedIds {
  private readonly receivers = new Map<string, Receiver>();

  /**
   * Notes that a create was answered with an id. Answers the name of the candidate who has it already, unless that was
   * the same submission or asks for the same: one request can serve both (see `isSameAsk`).
   */
  receive(requestId: string, idempotencyKey: string, body: CreateInterviewRequestBody): string | undefined {
    const ask = JSON.stringify([
      body.candidate.phone_number,
      body.job_description_id,
      body.questionnaire_template_id,
    ]);
    const earlier = this.receivers.get(requestId);
    if (earlier && earlier.idempotencyKey !== idempotencyKey && earlier.ask !== ask)
      return earlier.candidateName;
    if (!earlier) this.receivers.set(requestId, { idempotencyKey, ask, candidateName: body.candidate.name });
    const [oldest] = this.receivers.keys();
    if (this.receivers.size > MOST && oldest !== undefined) this.receivers.delete(oldest);
    return undefined;
  }
}
