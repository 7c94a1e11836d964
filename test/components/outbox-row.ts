import type { OutboxRow } from '../../shared/outbox.ts';

/** A row of the Outbox with these changes. */
export function outboxRow(changes: Partial<OutboxRow> = {}): OutboxRow {
  return {
    id: 's_1',
    workspaceId: 'workspace-1',
    state: 'queued',
    candidateName: 'Ada Lovelace',
    phoneNumber: '+442079460958',
    resumeUrl: 'https://example.com/resumes/1.pdf',
    jobDescriptionId: '123e4567-e89b-12d3-a456-426614174000',
    questionnaireTemplateId: 'general-screening',
    attempts: 0,
    sendAfter: 0,
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
    createdAt: 0,
    updatedAt: 0,
    jobName: null,
    questionnaireName: null,
    ...changes,
  };
}
