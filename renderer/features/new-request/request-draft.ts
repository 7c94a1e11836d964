import { formatPhoneNumber } from '../../../shared/phone-number.ts';
import { PRACTICE_JOB, PRACTICE_QUESTIONNAIRE } from '../../../shared/practice-library.ts';
import { chosenTime, type Submission, type SubmissionInput } from '../../../shared/submission.ts';
import { markUnsaved } from '../../routes/unsaved-work.ts';

export const EMPTY_DRAFT: SubmissionInput = {
  candidateName: '',
  phoneNumber: '',
  resumeUrl: '',
  jobDescriptionId: '',
  questionnaireTemplateId: '',
  notBefore: null,
  notBeforeTimeZone: null,
  timeZone: null,
  anyHour: false,
  consentWording: null,
  noticeOn: null,
};

const drafts = new Map<string, SubmissionInput>();

/** The unsubmitted form of a workspace, kept until the window closes. */
export function requestDraft(workspaceId: string): SubmissionInput {
  return drafts.get(workspaceId) ?? EMPTY_DRAFT;
}

export function saveRequestDraft(workspaceId: string, draft: SubmissionInput): void {
  drafts.set(workspaceId, draft);
  markUnsaved(`draft of ${workspaceId}`, !isUntouched(workspaceId));
}

/** Whether the draft has no details of a person, and at most the job and questionnaire of the last submission. */
export function isUntouched(workspaceId: string): boolean {
  const draft = requestDraft(workspaceId);
  const person = [draft.candidateName, draft.phoneNumber, draft.resumeUrl];
  if (person.some((text) => text.trim() !== '') || typeof draft.notBefore === 'number') return false;
  const carried = [draft.jobDescriptionId, draft.questionnaireTemplateId];
  return carried.every((id) => id === '') || carried.join('\n') === lastCarried;
}

/** The job and questionnaire that {@link nextDraft} carried over: the user did not enter them. */
let lastCarried = '';

/** The draft for the next candidate, with the same job and questionnaire. */
export function nextDraft(draft: SubmissionInput): SubmissionInput {
  const { jobDescriptionId, questionnaireTemplateId } = draft;
  lastCarried = `${jobDescriptionId}\n${questionnaireTemplateId}`;
  return { ...EMPTY_DRAFT, jobDescriptionId, questionnaireTemplateId };
}

/** States in which the service has no request yet: the candidate's consent is still for the same call. */
const SAME_CALL: ReadonlySet<Submission['state']> = new Set(['draft', 'queued', 'held', 'rejected']);

/** The draft for a submission: with its chosen time if that is after `now` (UTC ms), and its consent if it is for the same call. */
export function draftOf(submission: Submission, now: number): SubmissionInput {
  const { candidateName, resumeUrl, jobDescriptionId, questionnaireTemplateId } = submission;
  const chosen = chosenTime(submission);
  return {
    candidateName,
    // Formatted, because the recruiter checks the digits.
    phoneNumber: formatPhoneNumber(submission.phoneNumber),
    resumeUrl,
    jobDescriptionId,
    questionnaireTemplateId,
    notBefore: chosen !== null && chosen > now ? chosen : null,
    notBeforeTimeZone: submission.notBeforeTimeZone ?? null,
    timeZone: submission.timeZone,
    anyHour: submission.anyHour,
    consentWording: SAME_CALL.has(submission.state) ? (submission.consent?.wording ?? null) : null,
    noticeOn: submission.noticeOn ?? null,
  };
}

/** A fictional candidate, whose name tells the practice service what is to become of the call. */
export interface SampleCandidate {
  readonly name: string;
  /** Reserved for fiction: +1 202 555 0100 to 0199 belongs to nobody. */
  readonly phoneNumber: string;
  /** What they show, as on the button. */
  readonly shows: string;
}

/** One for each way in which a request ends in the practice service. */
export const SAMPLE_CANDIDATES: readonly SampleCandidate[] = [
  { name: 'Eli Sample', phoneNumber: '+12025550149', shows: 'Assessed' },
  { name: 'Ben Sample (busy)', phoneNumber: '+12025550109', shows: 'Busy, then assessed' },
  { name: 'Dana Sample', phoneNumber: '+12025550107', shows: 'No assessment' },
  { name: 'Nora Sample (no answer)', phoneNumber: '+12025550101', shows: 'Not reached' },
  { name: 'Vera Sample (voicemail)', phoneNumber: '+12025550102', shows: 'Voicemail' },
  { name: 'Leo Sample (long wait)', phoneNumber: '+12025550105', shows: 'Waits half an hour' },
  { name: 'Remy Sample (refused)', phoneNumber: '+12025550106', shows: 'Refused' },
];

/** What to submit for a sample; `consentWording`: what the workspace asks consent with, if it does; `noticeOn`: a day of notice that is early enough, if it asks for one. */
export function sampleInput(
  sample: SampleCandidate,
  consentWording: string | null,
  noticeOn: string | null = null,
): SubmissionInput {
  return {
    candidateName: sample.name,
    phoneNumber: sample.phoneNumber,
    resumeUrl: 'https://example.com/sample-resume.pdf',
    jobDescriptionId: PRACTICE_JOB,
    questionnaireTemplateId: PRACTICE_QUESTIONNAIRE,
    consentWording,
    noticeOn,
  };
}
