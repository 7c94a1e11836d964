import {
  OutboxDecisions,
  type OutboxDecisionsOptions,
} from '../../../electron/submissions/outbox-decisions.ts';
import { Submitter, type SubmitterOptions } from '../../../electron/submissions/submitter.ts';
import { noRules } from '../sample-submission.ts';

/** Everything that a person does with submissions: submit and decide. */
export type PersonActions = ReturnType<typeof personActions>;

type Options = SubmitterOptions & OutboxDecisionsOptions;

/** Left out: `workspace-1`, no rules, no undo window, 30 days for duplicates, and no requests known. */
export function personActions(given: Pick<Options, 'store'> & Partial<Options>) {
  const options: Options = {
    workspaceId: 'workspace-1',
    readRequest: async () => undefined,
    settings: () => ({ undoSeconds: 0, duplicateDays: 30 }),
    rules: noRules,
    onChange: () => undefined,
    ...given,
  };
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
