import type { SubmissionInput } from '../../../shared/submission.ts';

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
  { name: 'Eli Sample', phoneNumber: '+12025550100', shows: 'Assessed' },
  { name: 'Ben Sample (busy)', phoneNumber: '+12025550109', shows: 'Busy, then assessed' },
  { name: 'Dana Sample', phoneNumber: '+12025550107', shows: 'No assessment' },
  { name: 'Nora Sample (no answer)', phoneNumber: '+12025550101', shows: 'Not reached' },
  { name: 'Vera Sample (voicemail)', phoneNumber: '+12025550102', shows: 'Voicemail' },
  { name: 'Leo Sample (long wait)', phoneNumber: '+12025550105', shows: 'Waits half an hour' },
  { name: 'Remy Sample (refused)', phoneNumber: '+12025550106', shows: 'Refused' },
];

/** To try the do-not-call list with. */
export const DO_NOT_CALL_SAMPLE: SampleCandidate = {
  name: 'Noa Sample (do not call)',
  phoneNumber: '+12025550108',
  shows: 'Do not call',
};

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
    jobDescriptionId: '5a3c1e00-7b1d-4c55-9a0e-2f6d8c9b0a11',
    questionnaireTemplateId: 'practice-screening',
    consentWording,
    noticeOn,
  };
}
