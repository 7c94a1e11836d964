import { formatPhoneNumber } from '../../../shared/phone-number.ts';
import type { Submission, SubmissionInput } from '../../../shared/submission.ts';

/** The form with nothing in it. */
export const EMPTY_DRAFT: SubmissionInput = {
  candidateName: '',
  phoneNumber: '',
  resumeUrl: '',
  jobDescriptionId: '',
  questionnaireTemplateId: '',
  notBefore: null,
};

const drafts = new Map<string, SubmissionInput>();

/** What was typed into New request of a workspace and not submitted yet; kept until the window closes. */
export function requestDraft(workspaceId: string): SubmissionInput {
  return drafts.get(workspaceId) ?? EMPTY_DRAFT;
}

/** Remembers what is typed. */
export function keepRequestDraft(workspaceId: string, draft: SubmissionInput): void {
  drafts.set(workspaceId, draft);
}

/** A draft with the job and questionnaire of an earlier submission; what was typed about a person stays. */
export function draftFromTemplate(
  draft: SubmissionInput,
  { jobDescriptionId, questionnaireTemplateId }: SubmissionInput,
): SubmissionInput {
  return { ...draft, jobDescriptionId, questionnaireTemplateId };
}

/** The form for the next candidate: the same job and questionnaire, everything about the person empty. */
export function nextDraft(draft: SubmissionInput): SubmissionInput {
  const { jobDescriptionId, questionnaireTemplateId } = draft;
  return { ...EMPTY_DRAFT, jobDescriptionId, questionnaireTemplateId };
}

/** The form with what was submitted; a chosen time only where it is still to come (`now`: ms since 1970 UTC). */
export function draftOf(submission: Submission, now: number): SubmissionInput {
  const { candidateName, resumeUrl, jobDescriptionId, questionnaireTemplateId, notBefore } = submission;
  return {
    candidateName,
    // As people read it: the recruiter checks digits here, not a code.
    phoneNumber: formatPhoneNumber(submission.phoneNumber),
    resumeUrl,
    jobDescriptionId,
    questionnaireTemplateId,
    notBefore: notBefore !== null && notBefore > now ? notBefore : null,
  };
}
