import type { DatabaseSync } from 'node:sqlite';
import type { EvidenceFacts, EvidenceKind } from '../../../shared/evidence.ts';
import type { Submission } from '../../../shared/submission.ts';
import type { SubmissionChange } from '../../submissions/transition.ts';
import { appendEvidence } from './append-evidence.ts';

/** Records that somebody was submitted, with which consent, and when they were told of the call. `row`: the submission's. */
export function recordSubmitted(db: DatabaseSync, row: number, submission: Submission): void {
  const { id: submissionId, createdAt: at, consent, previousSubmissionId } = submission;
  const { candidateName, phoneNumber, resumeUrl, jobDescriptionId, questionnaireTemplateId } = submission;
  appendEvidence(db, {
    kind: 'submitted',
    at,
    facts: {
      consent: consent !== null,
      notice: submission.noticeOn !== undefined,
      again: previousSubmissionId !== null,
    },
    about: {
      row,
      submissionId,
      personal: {
        candidateName,
        phoneNumber,
        resumeUrl,
        jobDescriptionId,
        questionnaireTemplateId,
        consentAt: consent?.at ?? null,
        consentWording: consent?.wording ?? null,
        noticeOn: submission.noticeOn ?? null,
      },
    },
  });
}

/** Records what a change of a submission means to others than us: that it is sent, how that ended, that it is withdrawn. */
export function recordChange(db: DatabaseSync, row: number, change: SubmissionChange): void {
  const { submission, history } = change;
  const kind = history && KINDS[history.code];
  if (!kind) return;
  const { id: submissionId, updatedAt: at } = submission;
  appendEvidence(db, { kind, at, facts: factsOf(change, history), about: { row, submissionId } });
}

/** The events of the history that are evidence. */
const KINDS: Readonly<Partial<Record<NonNullable<SubmissionChange['history']>['code'], EvidenceKind>>> = {
  sending: 'sent',
  nothing_sent: 'outcome',
  token_refused: 'outcome',
  retry: 'outcome',
  held: 'outcome',
  rejected: 'outcome',
  unconfirmed: 'outcome',
  accepted: 'outcome',
  request_id_entered: 'outcome',
  discarded: 'withdrawn',
};

function factsOf(
  { submission: { attempts, problem }, gates = [] }: SubmissionChange,
  history: NonNullable<SubmissionChange['history']>,
): EvidenceFacts {
  switch (history.code) {
    case 'sending':
      return { attempt: attempts, gates };
    case 'discarded':
      return { by: history.values.by };
    default:
      return {
        code: history.code,
        ...(problem && { problem: problem.code, httpStatus: problem.httpStatus ?? null }),
      };
  }
}
