import {
  type CreateConnections,
  createInterviewRequest,
} from '../../../electron/service/create-interview-request.ts';
import type { SubmissionSender } from '../../../electron/submissions/delivery.ts';

/** Sends submissions over these connections as the app does; `deadlineMs`: how long an answer is waited for. */
export function senderOver(
  connection: CreateConnections,
  baseUrl: string,
  options: { readonly deadlineMs?: number } = {},
): SubmissionSender {
  return {
    send: (submission, accessToken, markSending) => {
      const body = {
        resume_url: submission.resumeUrl,
        job_description_id: submission.jobDescriptionId,
        candidate: { name: submission.candidateName, phone_number: submission.phoneNumber },
        questionnaire_template_id: submission.questionnaireTemplateId,
      };
      return createInterviewRequest(
        connection,
        { baseUrl, accessToken, idempotencyKey: submission.id, body, markSending },
        options,
      );
    },
  };
}
