import { isSameTelephone } from './call-key.ts';
import type { Submission } from './submission.ts';

type Screening = Pick<Submission, 'phoneNumber' | 'jobDescriptionId' | 'questionnaireTemplateId'>;

/** Whether two submissions have the same person, job and questionnaire, so that one request can serve both. */
export function isSameScreening(one: Screening, other: Screening): boolean {
  return (
    isSameTelephone(one.phoneNumber, other.phoneNumber) &&
    one.jobDescriptionId === other.jobDescriptionId &&
    one.questionnaireTemplateId === other.questionnaireTemplateId
  );
}
