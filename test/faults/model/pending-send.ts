import type { CreateOutcome } from '../../../electron/service/create-interview-request.ts';
import type { Submission } from '../../../shared/submission.ts';
import type { QueueOfProcess } from './queue-of-process.ts';

/** A send as the scripted sender holds it until a command says how it ends. */
export interface PendingSend {
  readonly submission: Submission;
  readonly queue: QueueOfProcess;
  readonly markSending: (checkConnection: () => Promise<void>) => Promise<void>;
  readonly end: (outcome: CreateOutcome) => void;
  /** The mark is stored and every byte written; until then a connection is being made. */
  marked: boolean;
}

/** A call that was given up at its deadline and may still be answered. */
export interface GivenUpCall {
  readonly send: PendingSend;
  readonly received: boolean;
  readonly answer: (outcome: CreateOutcome) => void;
}
