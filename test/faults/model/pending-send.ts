import type { CreateOutcome } from '../../../electron/service/create-interview-request.ts';
import type { Submission } from '../../../shared/submission.ts';
import type { QueueOfProcess } from './queue-of-process.ts';

/** A send that the scripted sender holds until a command ends it. */
export interface PendingSend {
  readonly submission: Submission;
  readonly queue: QueueOfProcess;
  readonly markSending: (checkConnection: () => Promise<void>) => Promise<void>;
  readonly end: (outcome: CreateOutcome) => void;
  /** The mark is stored and every byte written; until then the connection is being made. */
  marked: boolean;
}

/** A call past its deadline that may still be answered. */
export interface GivenUpCall {
  readonly send: PendingSend;
  readonly received: boolean;
  readonly answer: (outcome: CreateOutcome) => void;
}
