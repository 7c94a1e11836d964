import type { Handlers } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';
import { changeSettings } from './settings-handlers.ts';

export function submissionsHandlers(context: HandlerContext): Handlers['submissions'] {
  const { stores, inWorkspace, onChange } = context;
  return {
    submit: ({ replaces, again, despiteDuplicates, ...fields }) =>
      inWorkspace(async (open) => {
        const submitted = await open.outbox.submit([fields], { replaces, again, despiteDuplicates });
        onChange('library');
        if (!submitted.ok) return submitted;
        const [submission] = submitted.value;
        return submission ? ok(submission) : fail('internal', 'Nothing was queued.');
      }),
    submitMany: ({ submissions, despiteDuplicates }) =>
      inWorkspace(async (open) => {
        const submitted = await open.outbox.submit(submissions, { despiteDuplicates });
        onChange('library');
        return submitted.ok ? ok({ queued: submitted.value.length }) : submitted;
      }),
    submitAgain: ({ requestIds }) =>
      inWorkspace(async (open, id) => {
        const rows = await stores.requests.rows(id, requestIds);
        const submitted = await open.outbox.submitAgain(rows.map(({ submissionId }) => submissionId));
        return submitted.ok ? ok({ queued: submitted.value.length }) : submitted;
      }),
    outbox: () => inWorkspace(async (_open, id) => ok(await stores.submissions.outbox(id))),
    outboxPage: ({ part, offset }) =>
      inWorkspace(async (_open, id) => ok(await stores.submissions.outboxPage(id, part, offset))),
    get: ({ id }) => inWorkspace((open) => open.outbox.get(id)),
    tryNow: ({ id, ...words }) =>
      inWorkspace((open) => {
        open.reachability.check();
        return open.outbox.tryNow(id, words);
      }),
    enterRequestId: ({ id, requestId }) => inWorkspace((open) => open.outbox.enterRequestId(id, requestId)),
    duplicates: ({ phoneNumbers }) => inWorkspace((open) => open.outbox.duplicates(phoneNumbers)),
    takeBack: ({ id }) => inWorkspace((open) => open.outbox.takeBack(id)),
    pause: ({ ids }) => inWorkspace((open) => open.outbox.pause(ids)),
    resume: ({ ids }) => inWorkspace((open) => open.outbox.resume(ids)),
    sendAgain: ({ ids }) => inWorkspace((open) => open.outbox.sendAgain(ids)),
    discard: ({ ids }) => inWorkspace((open) => open.outbox.discard(ids)),
    setPaused: ({ paused }) => {
      changeSettings(context, { queuePaused: paused });
      return ok(null);
    },
  };
}
