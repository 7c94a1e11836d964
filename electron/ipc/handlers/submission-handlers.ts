import type { Handlers } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';
import { changeSettings } from './settings-handlers.ts';

export function submissionsHandlers(context: HandlerContext): Handlers['submissions'] {
  const { stores, inWorkspace, onChange } = context;
  return {
    submit: inWorkspace(async (open, { workspaceId, replaces, again, despiteDuplicates, ...fields }) => {
      const submitted = await open.submitter.submit([fields], { replaces, again, despiteDuplicates });
      onChange({ topic: 'library', workspaceId });
      if (!submitted.ok) return submitted;
      const [submission] = submitted.value;
      return submission ? ok(submission) : fail('nothing_queued');
    }),
    submitMany: inWorkspace(async (open, { workspaceId, submissions, despiteDuplicates }) => {
      const submitted = await open.submitter.submit(submissions, { despiteDuplicates });
      onChange({ topic: 'library', workspaceId });
      return submitted.ok ? ok({ queued: submitted.value.length }) : submitted;
    }),
    submitAgain: inWorkspace(async (open, { requestIds, workspaceId: id }) => {
      const rows = await stores.requests.rows(id, requestIds);
      const submitted = await open.submitter.submitAgain(rows.map(({ submissionId }) => submissionId));
      return submitted.ok ? ok({ queued: submitted.value.length }) : submitted;
    }),
    outbox: inWorkspace(async (_open, { workspaceId: id }) => ok(await stores.submissions.outbox(id))),
    outboxPage: inWorkspace(async (_open, { part, offset, workspaceId: id }) =>
      ok(await stores.submissions.outboxPage(id, part, offset)),
    ),
    get: inWorkspace((open, { id }) => open.outbox.get(id)),
    tryNow: inWorkspace((open, { id, outsideHours, despiteWait }) => {
      open.reachability.check();
      return open.outbox.tryNow(id, { outsideHours, despiteWait });
    }),
    enterRequestId: inWorkspace((open, { id, requestId }) => open.outbox.enterRequestId(id, requestId)),
    duplicates: inWorkspace((open, { phoneNumbers }) => open.submitter.duplicates(phoneNumbers)),
    takeBack: inWorkspace((open, { id }) => open.outbox.takeBack(id)),
    beginEdit: inWorkspace((open, { id }) => open.outbox.beginEdit(id)),
    endEdit: inWorkspace((open, { id }) => open.outbox.endEdit(id)),
    answerHolds: inWorkspace((open, { answer, shownUntil }) => open.outbox.answerHolds(answer, shownUntil)),
    undoSendHeld: inWorkspace((open, { ids }) => open.outbox.undoSendHeld(ids)),
    pause: inWorkspace((open, { ids }) => open.outbox.pause(ids)),
    resume: inWorkspace((open, { ids }) => open.outbox.resume(ids)),
    sendAgain: inWorkspace((open, { ids }) => open.outbox.sendAgain(ids)),
    discard: inWorkspace((open, { ids }) => open.outbox.discard(ids)),
    undoDiscard: inWorkspace((open, { ids }) => open.outbox.undoDiscard(ids)),
    setPaused: ({ paused }) => {
      changeSettings(context, { queuePaused: paused });
      return ok(null);
    },
  };
}
