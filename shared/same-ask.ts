import type { Submission } from './submission.ts';

type Ask = Pick<Submission, 'phoneNumber' | 'jobDescriptionId' | 'questionnaireTemplateId'>;

/** Whether two submissions ask for the same: one person, one job, one questionnaire. One request can serve both. */
export function isSameAsk(one: Ask, other: Ask): boolean {
  return (
    one.phoneNumber === other.phoneNumber &&
    one.jobDescriptionId === other.jobDescriptionId &&
    one.questionnaireTemplateId === other.questionnaireTemplateId
  );
}
