import type { CreateInterviewRequestBody } from '../../shared/service-interface.ts';
import type { SubmissionFields } from '../../shared/submission.ts';
import { madeUpPerson } from './made-up-people.ts';
import { SeededRandom } from './seeded-random.ts';

/** What a recruiter submits for so many candidates; the same seed makes the same ones. */
export function madeUpFields(count: number, seed = 7): SubmissionFields[] {
  const random = new SeededRandom(seed);
  const jobs = Array.from({ length: 12 }, () => random.uuid());
  return Array.from({ length: count }, () => {
    const { name, phone } = madeUpPerson(random);
    return {
      candidateName: name,
      phoneNumber: phone,
      resumeUrl: `https://files.example.com/resumes/${random.hex(16)}.pdf`,
      jobDescriptionId: random.one(jobs),
      questionnaireTemplateId: 'general-v1',
    };
  });
}

/** The body of the create call that the app makes of them. */
export function bodyOf(fields: SubmissionFields): CreateInterviewRequestBody {
  return {
    resume_url: fields.resumeUrl,
    job_description_id: fields.jobDescriptionId,
    candidate: { name: fields.candidateName, phone_number: fields.phoneNumber },
    questionnaire_template_id: fields.questionnaireTemplateId,
  };
}
