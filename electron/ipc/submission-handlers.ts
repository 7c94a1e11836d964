import type { Handlers } from '../../shared/ipc/contract.ts';
import { CodedError, fail, unwrap } from '../../shared/result.ts';
import { holidayCountries } from '../holidays/holiday-calendar.ts';
import { callingMoment, candidateTimeZones } from '../submissions/calling-hours.ts';
import { changeSettings } from './app-handlers.ts';
import type { HandlerContext } from './handlers.ts';

export function submissionsHandlers(context: HandlerContext): Handlers['submissions'] {
  const { stores, inWorkspace, onChange } = context;
  return {
    submit: inWorkspace(
      async (open, { workspaceId, replaces, again, despiteDuplicates, waitForNotice, ...fields }) => {
        const options = { replaces, again, despiteDuplicates, waitForNotice };
        const [submission] = await unwrap(open.submitter.submit([fields], options));
        onChange({ topic: 'library', workspaceId });
        if (!submission) throw new CodedError('nothing_queued');
        return submission;
      },
    ),
    submitMany: inWorkspace(async (open, { workspaceId, submissions, despiteDuplicates }) => {
      const { length: queued } = await unwrap(open.submitter.submit(submissions, { despiteDuplicates }));
      onChange({ topic: 'library', workspaceId });
      return { queued };
    }),
    submitAgain: inWorkspace(async (open, { requestIds, workspaceId: id }) => {
      const rows = await stores.requests.rows(id, requestIds);
      const ids = rows.map(({ submissionId }) => submissionId);
      return { queued: (await unwrap(open.submitter.submitAgain(ids))).length };
    }),
    outbox: inWorkspace(async (open, { workspaceId: id }) => {
      const outbox = await stores.submissions.outbox(id);
      return { ...outbox, waiting: await open.outbox.withRefusals(outbox.waiting) };
    }),
    outboxPage: inWorkspace(
      async (open, { part, offset, workspaceId: id }) =>
        await open.outbox.withRefusals(await stores.submissions.outboxPage(id, part, offset)),
    ),
    outboxGroups: inWorkspace(async (open, { tab, workspaceId: id }) => {
      const groups = await stores.submissions.outboxGroups(id, tab);
      const rows = await Promise.all(groups.map((group) => open.outbox.withRefusals(group.rows)));
      return groups.map((group, index) => ({ ...group, rows: rows[index] ?? [] }));
    }),
    outboxGroupPage: inWorkspace(
      async (open, { part, cause, offset, workspaceId: id }) =>
        await open.outbox.withRefusals(await stores.submissions.outboxGroupPage(id, part, cause, offset)),
    ),
    outboxGroupPhones: inWorkspace((_open, { part, cause, shownUntil, workspaceId: id }) =>
      stores.submissions.outboxGroupPhones(id, part, cause, shownUntil),
    ),
    historyPage: inWorkspace((_open, { part, offset, workspaceId: id }) =>
      stores.submissions.historyPage(id, part, offset),
    ),
    bulk: inWorkspace((open, request) => {
      if (request.action === 'try_now') open.reachability.check();
      return unwrap(open.bulk.run(request));
    }),
    bulkProgress: inWorkspace((open) => open.bulk.progress),
    stopBulk: inWorkspace((open) => {
      open.bulk.stop();
    }),
    get: inWorkspace(async (open, { id, workspaceId }) => {
      const found = await unwrap(open.outbox.get(id));
      if (found.state !== 'accepted') return found;
      // What the service said of an accepted one may be covered: only its page knows.
      return (await stores.submissions.detail(workspaceId, id)) ?? found;
    }),
    detail: inWorkspace(async (open, { id, workspaceId }) => {
      const found = await stores.submissions.detail(workspaceId, id);
      const [detail] = await open.outbox.withRefusals(found ? [found] : []);
      if (detail) return detail;
      const workspace = await stores.submissions.workspaceOf(id);
      throw new CodedError(workspace ? fail('submission_elsewhere', { workspace }) : 'submission_not_found');
    }),
    search: inWorkspace((_open, { search, limit, importId, workspaceId }) =>
      stores.submissions.search(workspaceId, search, limit, importId),
    ),
    openResume: inWorkspace(async (_open, { id, workspaceId }) => {
      const shown = await stores.submissions.detail(workspaceId, id);
      if (!shown) throw new CodedError('submission_not_found');
      await openLink(context, shown.resumeUrl);
    }),
    tryNow: inWorkspace((open, { id, outsideHours, despiteWait, despiteColleague }) => {
      open.reachability.check();
      return unwrap(open.outbox.tryNow(id, { outsideHours, despiteWait, despiteColleague }));
    }),
    enterRequestId: inWorkspace((open, { id, requestId }) =>
      unwrap(open.outbox.enterRequestId(id, requestId)),
    ),
    duplicates: inWorkspace((open, { phoneNumbers }) => open.submitter.duplicates(phoneNumbers)),
    checkNumber: inWorkspace(async (open, { phoneNumber }) => {
      const [refusal = null] = await open.submitter.refusals([{ phoneNumber }]);
      return refusal;
    }),
    takeBack: inWorkspace((open, { id }) => unwrap(open.outbox.takeBack(id, true))),
    beginEdit: inWorkspace((open, { id }) => unwrap(open.outbox.beginEdit(id))),
    endEdit: inWorkspace((open, { id }) => open.outbox.endEdit(id)),
    answerHolds: inWorkspace((open, { answer, shownUntil }) =>
      unwrap(open.outbox.answerHolds(answer, shownUntil)),
    ),
    undoTimeZone: inWorkspace((open, { ids }) => unwrap(open.outbox.undoTimeZone(ids))),
    undoSendHeld: inWorkspace((open, { ids }) => unwrap(open.outbox.undoSendHeld(ids))),
    pause: inWorkspace((open, { ids }) => unwrap(open.outbox.pause(ids))),
    resume: inWorkspace((open, { ids }) => unwrap(open.outbox.resume(ids))),
    sendAgain: inWorkspace((open, { ids }) => unwrap(open.outbox.sendAgain(ids))),
    discard: inWorkspace((open, { ids }) => unwrap(open.outbox.discard(ids))),
    undoDiscard: inWorkspace((open, { ids }) => unwrap(open.outbox.undoDiscard(ids))),
    setPaused: ({ paused }) => {
      changeSettings(context, { queuePaused: paused });
    },
  };
}

/** How many holidays the settings show of a place. */
const NEXT_HOLIDAYS = 3;

export function rulesHandlers({ inWorkspace, onChange }: HandlerContext): Handlers['rules'] {
  return {
    get: inWorkspace((open) => open.rules.get()),
    save: inWorkspace(async (open, { workspaceId, ...rules }) => {
      const { verdictFirst } = await open.rules.get();
      const saved = await open.saveRules(rules);
      onChange({ topic: 'settings' });
      if (verdictFirst !== saved.verdictFirst) onChange({ topic: 'covering', workspaceId });
      return saved;
    }),
    callingTime: inWorkspace(async (open, { phoneNumber, timeZone, notBefore }) => {
      const { callingHours } = await open.rules.get();
      const earliest = Math.max(Date.now(), notBefore ?? 0);
      const callee = { phoneNumber, timeZone };
      if (callingHours.enabled) await open.holidays?.ready(callingHours.holidays);
      const moment = callingMoment(callingHours, callee, earliest, open.holidays?.on);
      const held = callingHours.enabled;
      return { ...moment, candidateTimeZones: candidateTimeZones(callee), held };
    }),
    holidayCountries: inWorkspace(() => holidayCountries()),
    nextHolidays: inWorkspace(
      async (open, { place, from }) => (await open.holidays?.following(place, from, NEXT_HOLIDAYS)) ?? null,
    ),
  };
}

/** Opens an address in the system browser. Error `link_not_secure` unless it is https. */
export async function openLink(
  { openInBrowser }: Pick<HandlerContext, 'openInBrowser'>,
  address: string,
): Promise<void> {
  if (URL.parse(address)?.protocol !== 'https:') throw new CodedError('link_not_secure');
  await openInBrowser(address);
}
