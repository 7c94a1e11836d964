import type { Storage } from '../../../electron/storage/storage.ts';
import { applyReadOutcome } from '../../../electron/tracking/apply-answer.ts';
import { interviewRequestAnswer } from '../../../shared/service-interface.ts';

/** Applies an answer to a tracked request, as the tracker does. */
export async function answered(
  { stores }: Pick<Storage, 'stores'>,
  requestId: string,
  body: unknown,
  { workspaceId = 'workspace-1', now = 9000 } = {},
): Promise<void> {
  const [request] = await stores.requests.find(workspaceId, [requestId]);
  if (!request) throw new Error(`${requestId} is not tracked.`);
  const raw = JSON.stringify(body);
  const outcome = { name: 'read', answer: interviewRequestAnswer.parse(body), raw } as const;
  await stores.requests.apply([applyReadOutcome(request, outcome, now, () => 0.5)]);
}
