import type { WordsTable } from '../../coded.ts';
import type { FailureValues } from '../../failures.ts';
import { inputWords } from '../input-words.ts';
import { teamFieldOf, teamProblemWords } from '../team-words.ts';
import type { FailureText } from './failure-text.ts';

/** Failures of calls, workspaces and managed settings. */
export const WORKSPACE_FAILURES = {
  forbidden: { message: 'This page is not allowed to use Callboard.' },
  too_much_at_once: { message: 'This is too much at once.' },
  invalid_input: ({ problems: [first] }) => ({
    message: first ? inputWords(first.problem) : "Something in the form isn't right.",
  }),
  internal: {
    message: 'Something went wrong in Callboard.',
    nextStep: 'Try again. If it happens again, quit Callboard, start it again and check the free disk space.',
  },

  workspace_closed: {
    message: 'This workspace is not open. Nothing was changed.',
    nextStep: 'Try again in a moment. If it was removed, choose another workspace.',
  },
  workspace_gone: { message: 'This workspace no longer exists.' },
  workspace_in_use: ({ unfinished }) => ({
    message: `${unfinished === 1 ? '1 submission of this workspace is' : `${unfinished} submissions of this workspace are`} not finished.`,
    nextStep: `Send, decide or discard ${unfinished === 1 ? 'it' : 'them'} in the Outbox first.`,
  }),
  team_lacks_changes: ({ unsent }) => ({
    message: `The team doesn’t have ${unsent === 1 ? '1 change' : `${unsent} changes`} of this workspace yet.`,
    nextStep: 'Wait until they are sent, or leave the team first in Settings > Team.',
  }),
  team_not_joined: ({ problem }) => {
    const { words, nextStep } = teamProblemWords(problem);
    const field = teamFieldOf(problem);
    return { message: words, ...(nextStep !== undefined && { nextStep }), ...(field && { field }) };
  },
  client_secret_needed: { message: 'Enter the client secret.', field: 'clientSecret' },
  client_secret_of_another: {
    message: 'Enter the client secret again: the stored one belongs to the previous addresses and client ID.',
    field: 'clientSecret',
  },
  address_fixed: {
    message: 'This workspace has submissions at this address. Add a new connection for another address.',
    field: 'baseUrl',
  },

  setting_set_by_organisation: { message: 'Your organisation sets this. It cannot be changed here.' },
  connections_set_by_organisation: {
    message:
      'Your organisation sets the connections on this computer. They cannot be added, changed or removed here.',
    nextStep: 'Ask your IT department. Settings > Organisation shows what is set.',
  },
  connection_set_by_organisation: {
    message: 'Your organisation sets this connection. It cannot be changed or removed here.',
  },
  connection_already_set: {
    message: 'Your organisation already provides this connection.',
    nextStep: 'Choose it in the list of workspaces.',
  },
  practice_not_allowed: {
    message: 'Your organisation does not allow the practice workspace on this computer.',
  },
  exports_not_allowed: {
    message: 'Your organisation doesn’t allow candidates’ data to be saved to files.',
  },
  workspace_not_allowed: {
    message: 'Your organisation does not allow this workspace, so nothing is sent from it.',
    nextStep: 'Submit in a workspace of your organisation.',
  },
} satisfies Partial<WordsTable<FailureValues, FailureText>>;
