import {
  OutboxDecisions,
  type OutboxDecisionsOptions,
} from '../../../electron/submissions/outbox-decisions.ts';
import { Submitter, type SubmitterOptions } from '../../../electron/submissions/submitter.ts';

/** Everything that a person does with submissions: submit and decide. */
export type PersonActions = ReturnType<typeof personActions>;

export function personActions(options: SubmitterOptions & OutboxDecisionsOptions) {
  const submitter = new Submitter(options);
  return Object.assign(new OutboxDecisions(options), {
    submit: submitter.submit.bind(submitter),
    submitAgain: submitter.submitAgain.bind(submitter),
    refusals: submitter.refusals.bind(submitter),
    reviewRows: submitter.reviewRows.bind(submitter),
    duplicates: submitter.duplicates.bind(submitter),
    close: submitter.close.bind(submitter),
  });
}
