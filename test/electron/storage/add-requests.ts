import { randomUUID } from 'node:crypto';
import type { Storage } from '../../../electron/storage/storage.ts';
import { applyReadOutcome } from '../../../electron/tracking/apply-answer.ts';
import type { Json } from '../../../shared/request.ts';
import { interviewRequestAnswer } from '../../../shared/service-interface.ts';
import { acceptance, sampleSubmission } from '../sample-submission.ts';

/** The questionnaire of the requests of {@link addRequests}. */
export const QUESTIONNAIRE = 'q';

/** Adds `count` finished requests `r0`, `r1`, ... with these results; undefined: without results. */
export async function addRequests(
  { stores }: Pick<Storage, 'stores'>,
  count: number,
  resultsOf: (nth: number) => Json | undefined = (nth) => ({ score: nth }),
  workspaceId = 'workspace-1',
): Promise<void> {
  const submissions = Array.from({ length: count }, () =>
    sampleSubmission({ workspaceId, id: randomUUID(), questionnaireTemplateId: QUESTIONNAIRE }),
  );
  await stores.submissions.add(submissions);
  await stores.submissions.save(
    submissions.flatMap((submission, nth) => acceptance(submission, `r${nth}`, 2000 + nth)),
  );
  const ids = submissions.map((_, nth) => `r${nth}`);
  const requests = await stores.requests.find(workspaceId, ids);
  await stores.requests.apply(
    requests.map((request, nth) => {
      const results = resultsOf(nth);
      const body = { request_id: request.requestId, status: 'COMPLETED', assessment_results: results };
      const raw = JSON.stringify(body);
      const answer = interviewRequestAnswer.parse(JSON.parse(raw));
      return applyReadOutcome(request, { name: 'read', answer, raw }, 9000, () => 0.5);
    }),
  );
}
