import type { Handlers } from '../../shared/ipc/contract.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { holidayCountries } from '../holidays/holiday-calendar.ts';
import { callingMoment, candidateTimeZones } from '../submissions/calling-hours.ts';
import { changeSettings } from './app-handlers.ts';
import type { HandlerContext } from './handlers.ts';

export function submissionsHandlers(context: HandlerContext): Handlers['submissions'] {
  const { stores, inWorkspace, onChange } = context;
  return {
    submit: inWorkspace(
      async (open, { workspaceId, replaces, again, despiteDuplicates, waitForNotice, ...fields }) => {
        const submitted = await open.submitter.submit([fields], {
          replaces,
          again,
          despiteDuplicates,
          waitForNotice,
        });
        onChange({ topic: 'library', workspaceId });
        if (!submitted.ok) return submitted;
        const [submission] = submitted.value;
        return submission ? ok(submission) : fail('nothing_queued');
      },
    ),
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
    outbox: inWorkspace(async (open, { workspaceId: id }) => {
      const outbox = await stores.submissions.outbox(id);
      return ok({ ...outbox, waiting: await open.outbox.withRefusals(outbox.waiting) });
    }),
    outboxPage: inWorkspace(async (open, { part, offset, workspaceId: id }) =>
      ok(await open.outbox.withRefusals(await stores.submissions.outboxPage(id, part, offset))),
    ),
    outboxGroups: inWorkspace(async (open, { tab, workspaceId: id }) => {
      const groups = await stores.submissions.outboxGroups(id, tab);
      const rows = await Promise.all(groups.map((group) => open.outbox.withRefusals(group.rows)));
      return ok(groups.map((group, index) => ({ ...group, rows: rows[index] ?? [] })));
    }),
    outboxGroupPage: inWorkspace(async (open, { part, cause, offset, workspaceId: id }) =>
      ok(await open.outbox.withRefusals(await stores.submissions.outboxGroupPage(id, part, cause, offset))),
    ),
    outboxGroupPhones: inWorkspace(async (_open, { part, cause, shownUntil, workspaceId: id }) =>
      ok(await stores.submissions.outboxGroupPhones(id, part, cause, shownUntil)),
    ),
    discardedPage: inWorkspace(async (_open, { offset, workspaceId: id }) =>
      ok(await stores.submissions.discardedPage(id, offset)),
    ),
    bulk: inWorkspace((open, request) => {
      if (request.action === 'try_now') open.reachability.check();
      return open.bulk.run(request);
    }),
    bulkProgress: inWorkspace((open) => ok(open.bulk.progress)),
    stopBulk: inWorkspace((open) => {
      open.bulk.stop();
      return ok(null);
    }),
    get: inWorkspace(async (open, { id, workspaceId }) => {
      const found = await open.outbox.get(id);
      if (!found.ok || found.value.state !== 'accepted') return found;
      // What the service said of an accepted one may be covered: only its page knows.
      const shown = await stores.submissions.detail(workspaceId, id);
      return shown ? ok(shown) : found;
    }),
    detail: inWorkspace(async (open, { id, workspaceId }) => {
      const found = await stores.submissions.detail(workspaceId, id);
      const [detail] = await open.outbox.withRefusals(found ? [found] : []);
      if (detail) return ok(detail);
      const workspace = await stores.submissions.workspaceOf(id);
      return workspace ? fail('submission_elsewhere', { workspace }) : fail('submission_not_found');
    }),
    search: inWorkspace(async (_open, { search, limit, workspaceId }) =>
      ok(await stores.submissions.search(workspaceId, search, limit)),
    ),
    openResume: inWorkspace(async (_open, { id, workspaceId }) => {
      const shown = await stores.submissions.detail(workspaceId, id);
      return shown ? openLink(context, shown.resumeUrl) : fail('submission_not_found');
    }),
    tryNow: inWorkspace((open, { id, outsideHours, despiteWait }) => {
      open.reachability.check();
      return open.outbox.tryNow(id, { outsideHours, despiteWait });
    }),
    enterRequestId: inWorkspace((open, { id, requestId }) => open.outbox.enterRequestId(id, requestId)),
    duplicates: inWorkspace((open, { phoneNumbers }) => open.submitter.duplicates(phoneNumbers)),
    checkNumber: inWorkspace(async (open, { phoneNumber }) => {
      const [refusal = null] = await open.submitter.refusals([{ phoneNumber }]);
      return ok(refusal);
    }),
    takeBack: inWorkspace((open, { id }) => open.outbox.takeBack(id, true)),
    beginEdit: inWorkspace((open, { id }) => open.outbox.beginEdit(id)),
    endEdit: inWorkspace((open, { id }) => open.outbox.endEdit(id)),
    answerHolds: inWorkspace((open, { answer, shownUntil }) => open.outbox.answerHolds(answer, shownUntil)),
    undoTimeZone: inWorkspace((open, { ids }) => open.outbox.undoTimeZone(ids)),
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

/** How many holidays the settings show of a place. */
const NEXT_HOLIDAYS = 3;

export function rulesHandlers({ inWorkspace, onChange }: HandlerContext): Handlers['rules'] {
  return {
    get: inWorkspace(async (open) => ok(await open.rules.get())),
    save: inWorkspace(async (open, { workspaceId, ...rules }) => {
      const { verdictFirst } = await open.rules.get();
      const saved = await open.saveRules(rules);
      onChange({ topic: 'settings' });
      if (verdictFirst !== saved.verdictFirst) onChange({ topic: 'covering', workspaceId });
      return ok(saved);
    }),
    callingTime: inWorkspace(async (open, { phoneNumber, timeZone, notBefore }) => {
      const { callingHours } = await open.rules.get();
      const earliest = Math.max(Date.now(), notBefore ?? 0);
      const callee = { phoneNumber, timeZone };
      if (callingHours.enabled) await open.holidays?.ready(callingHours.holidays);
      const moment = callingMoment(callingHours, callee, earliest, open.holidays?.on);
      const held = callingHours.enabled;
      return ok({ ...moment, candidateTimeZones: candidateTimeZones(callee), held });
    }),
    holidayCountries: inWorkspace(() => ok(holidayCountries())),
    nextHolidays: inWorkspace(async (open, { place, from }) =>
      ok((await open.holidays?.following(place, from, NEXT_HOLIDAYS)) ?? null),
    ),
  };
}

/** Opens an address in the system browser. Error `link_not_secure` unless it is https. */
export async function openLink(
  { openInBrowser }: Pick<HandlerContext, 'openInBrowser'>,
  address: string,
): Promise<Result<null>> {
  if (URL.parse(address)?.protocol !== 'https:') return fail('link_not_secure');
  await openInBrowser(address);
  return ok(null);
}
