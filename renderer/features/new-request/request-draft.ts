import { formatPhoneNumber } from '../../../shared/phone-number.ts';
import type { Submission, SubmissionInput } from '../../../shared/submission.ts';
import { markUnsaved } from '../../routes/unsaved-work.ts';

/** The form with nothing in it. */
export const EMPTY_DRAFT: SubmissionInput = {
  candidateName: '',
  phoneNumber: '',
  resumeUrl: '',
  jobDescriptionId: '',
  questionnaireTemplateId: '',
  notBefore: null,
  timeZone: null,
  anyHour: false,
  consentWording: null,
};

const drafts = new Map<string, SubmissionInput>();

/** What was typed into New request of a workspace and not submitted yet; kept until the window closes. */
export function requestDraft(workspaceId: string): SubmissionInput {
  return drafts.get(workspaceId) ?? EMPTY_DRAFT;
}

/** Remembers what is typed. */
export function keepRequestDraft(workspaceId: string, draft: SubmissionInput): void {
  drafts.set(workspaceId, draft);
  markUnsaved(`draft of ${workspaceId}`, !isUntouched(workspaceId));
}

/** Whether nothing of one person is in the draft, and no job or questionnaire but those of the last submission. */
export function isUntouched(workspaceId: string): boolean {
  const draft = requestDraft(workspaceId);
  const person = [draft.candidateName, draft.phoneNumber, draft.resumeUrl];
  if (person.some((text) => text.trim() !== '') || typeof draft.notBefore === 'number') return false;
  const carried = [draft.jobDescriptionId, draft.questionnaireTemplateId];
  return carried.every((id) => id === '') || carried.join('\n') === lastCarried;
}

/** The job and the questionnaire that {@link nextDraft} left in the form: nobody typed them there. */
let lastCarried = '';

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
  lastCarried = `${jobDescriptionId}\n${questionnaireTemplateId}`;
  return { ...EMPTY_DRAFT, jobDescriptionId, questionnaireTemplateId };
}

/** Until the service has one, it is still the same call that the candidate agreed to. */
const SAME_CALL: ReadonlySet<Submission['state']> = new Set(['draft', 'queued', 'held', 'rejected']);

/**
 * The form with what was submitted: a chosen time only where it is still to come (`now`: ms since 1970 UTC), a consent
 * only where it is for the same call.
 */
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
    timeZone: submission.timeZone,
    anyHour: submission.anyHour,
    consentWording: SAME_CALL.has(submission.state) ? (submission.consent?.wording ?? null) : null,
  };
}
