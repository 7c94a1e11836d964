import { randomUUID } from 'node:crypto';
import {
  type SubmissionChange,
  type SubmissionEvent,
  transition,
} from '../../electron/submissions/transition.ts';
import { type Submission, type SubmissionFields, submissionInput } from '../../shared/submission.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { defaultRules, type WorkspaceRules } from '../../shared/workspace-rules.ts';

/** A workspace of a service at this address. */
export function sampleWorkspace(changes: Partial<Workspace> = {}): Workspace {
  return {
    id: 'workspace-1',
    name: 'Acme',
    kind: 'service',
    baseUrl: 'https://api.acme.example',
    authUrl: 'https://login.acme.example',
    issuer: '',
    clientId: 'callboard',
    redirectUri: 'app.callboard:/oauth/callback',
    ...changes,
  };
}

/** The rules of a workspace where nobody has set any: calls at any hour, no consent asked. */
export function noRules(): Promise<WorkspaceRules> {
  return Promise.resolve(defaultRules('Europe/Berlin'));
}

/** A queued submission that is due. */
export function sampleSubmission(changes: Partial<Submission> = {}): Submission {
  return {
    id: randomUUID(),
    workspaceId: 'workspace-1',
    state: 'queued',
    candidateName: 'Ada Lovelace',
    phoneNumber: '+12025550143',
    resumeUrl: 'https://files.example.com/ada.pdf',
    jobDescriptionId: '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b',
    questionnaireTemplateId: 'general-v1',
    attempts: 0,
    sendAfter: 1000,
    notBefore: null,
    timeZone: null,
    anyHour: false,
    hoursWaivedUntil: null,
    callingHold: null,
    consent: null,
    problem: null,
    requestId: null,
    mayHaveReached: null,
    previousSubmissionId: null,
    revision: 1,
    createdAt: 1000,
    updatedAt: 1000,
    ...changes,
  };
}

/** What a person submits for the same candidate. */
export function sampleFields(changes: Partial<SubmissionFields> = {}): SubmissionFields {
  const { candidateName, phoneNumber, resumeUrl, jobDescriptionId, questionnaireTemplateId } =
    sampleSubmission();
  const fields = { candidateName, phoneNumber, resumeUrl, jobDescriptionId, questionnaireTemplateId };
  return submissionInput.parse({ ...fields, ...changes });
}

/** What a person submits for the n-th of many: each has a name and a number of their own. */
export function fieldsOfNth(nth: number): SubmissionFields {
  const phoneNumber = `+1202555${String(nth).padStart(4, '0')}`;
  return sampleFields({ candidateName: `Candidate ${nth}`, phoneNumber });
}

/** The change an event makes; throws where it makes none. */
export function changeBy(submission: Submission, event: SubmissionEvent, now = 2000): SubmissionChange {
  const change = transition(submission, event, now);
  if (!change) throw new Error(`${event.type} cannot happen to a submission that is ${submission.state}.`);
  return change;
}

/** The changes that make a queued submission an accepted one. */
export function acceptance(
  submission: Submission,
  requestId: string,
  now = 2000,
  status = 'PENDING',
): SubmissionChange[] {
  const claimed = changeBy(submission, { type: 'claimed' }, now);
  const marked = changeBy(claimed.submission, { type: 'sending_marked' }, now);
  const outcome = { name: 'accepted', httpStatus: 201, accepted: { requestId, status } } as const;
  return [claimed, marked, changeBy(marked.submission, { type: 'answered', outcome, retryAt: now }, now)];
}
