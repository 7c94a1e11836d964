import type { RequestRow } from '../../shared/request.ts';

/** A row of Tracked requests with something in every field. */
export function requestRow(changes: Partial<RequestRow> = {}): RequestRow {
  return {
    requestId: 'r1',
    submissionId: 's1',
    candidateName: 'Ada Lovelace',
    phoneNumber: '+442079460958',
    jobDescriptionId: '123e4567-e89b-12d3-a456-426614174000',
    jobName: null,
    questionnaireTemplateId: 'general',
    questionnaireName: null,
    status: 'PENDING',
    outcome: 'waiting',
    tries: 0,
    callCount: 0,
    lastCallStatus: null,
    hasResults: false,
    covered: false,
    headline: null,
    score: null,
    pinned: {},
    verdict: 'none',
    tags: [],
    archived: false,
    unseen: false,
    calledTwice: false,
    problem: null,
    acceptedAt: 1,
    refreshedAt: null,
    changedAt: 1,
    by: null,
    colleagueVerdicts: [],
    ...changes,
  };
}
