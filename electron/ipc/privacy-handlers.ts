import type { Handlers } from '../../shared/ipc/contract.ts';
import { localDay } from '../../shared/local-day.ts';
import { fail, ok } from '../../shared/result.ts';
import { evidenceFile, headText } from '../reports/evidence.ts';
import { explanationHtml } from '../reports/explanation-html.ts';
import { explanationText } from '../reports/explanation-text.ts';
import { doNotCallToCsv } from '../reports/exported-lists.ts';
import { heldReport, heldToJson } from '../reports/held-report.ts';
import type { HandlerContext } from './handlers.ts';

export function privacyHandlers({
  inWorkspace,
  privacy,
  backups,
  saveFile,
  exportFile,
  stores,
}: HandlerContext): Handlers['privacy'] {
  return {
    state: async () => ok(await privacy.state()),
    find: inWorkspace(async (_open, { workspaceId, ...search }) =>
      ok(await privacy.find(search, workspaceId)),
    ),
    erase: inWorkspace(async (_open, { workspaceId, ...choice }) => {
      await backups.dropOpened();
      return privacy.erase(choice, workspaceId);
    }),
    saveHeld: inWorkspace(async ({ workspace }, { workspaceId, format, ...choice }) => {
      const now = Date.now();
      const held = await privacy.held(choice, workspaceId);
      const { submissions, importRows, doNotCall, holds } = held;
      const kinds = [submissions, importRows, doNotCall, holds];
      const count = kinds.reduce((sum, { length }) => sum + length, 0);
      if (count === 0) return fail('nothing_to_export');
      const from = choice.search.everywhere ? null : workspace.name;
      const text = format === 'html' ? heldReport(held, { now, from }) : heldToJson(held, { now, from });
      async function* content() {
        // The file has covered results, too.
        await stores.annotations.showResults(submissions.map(({ submission }) => submission.id));
        yield text;
      }
      const name = submissions[0]?.submission.candidateName ?? choice.search.name;
      const file = `${name} what is held ${localDay(now)}.${format}`.trim();
      return ok({ path: await exportFile({ what: 'person', count }, file, content()), count });
    }),
    saveReceipt: async ({ id, format }) => {
      const file = await privacy.receiptFile(id, format);
      return file.ok ? ok({ path: await saveFile(file.value.name, file.value.text), count: 1 }) : file;
    },
    previewRetention: async ({ days }) => ok(await privacy.previewRetention(days)),
    removePutAside: async ({ names }) => ok({ changed: await privacy.removePutAside(names) }),
  };
}

export function explanationHandlers({ stores, exportFile }: HandlerContext): Handlers['explanations'] {
  const { decisions, evidence } = stores;
  return {
    draft: async ({ submissionId }) => {
      const record = await decisions.of(submissionId);
      if (record === undefined) return fail('submission_not_found');
      if (record === 'covered') return ok({ kind: 'covered' });
      const text = explanationText(record, { now: Date.now() });
      return ok({ kind: 'draft', text, name: record.held.submission.candidateName });
    },
    copied: async () => {
      const facts = { what: 'explanation', count: 1, format: 'clipboard' } as const;
      await evidence.append({ kind: 'exported', at: Date.now(), facts });
      return ok(null);
    },
    save: async ({ text, name, format }) => {
      const now = Date.now();
      const content = format === 'txt' ? text : explanationHtml(text, { now, workspaceName: '' });
      const file = `${name} why it was decided ${localDay(now)}.${format}`.trim();
      return ok({ path: await exportFile({ what: 'explanation', count: 1 }, file, content), count: 1 });
    },
  };
}

export function holdHandlers({
  stores: { holds },
  inWorkspace,
  account,
  onChange,
}: HandlerContext): Handlers['holds'] {
  const placed = (changed: number) => {
    onChange({ topic: 'holds' });
    return ok({ changed });
  };
  return {
    page: async ({ offset }) => ok(await holds.page(offset)),
    of: inWorkspace(async (_open, { submissionId }) => ok(await holds.ofSubmission(submissionId))),
    placeOf: inWorkspace(async (_open, { workspaceId, requestIds, reason }) =>
      placed(await holds.placeOf(workspaceId, requestIds, { reason, at: Date.now(), by: account })),
    ),
    place: async ({ name, phoneNumber, reason }) => {
      const hold = { reason, at: Date.now(), by: account };
      return placed(Number(await holds.place({ name, phoneNumber }, hold)));
    },
    release: async ({ id }) => {
      await holds.release(id, Date.now());
      onChange({ topic: 'holds' });
      return ok(null);
    },
  };
}

export function evidenceHandlers({
  stores: { evidence },
  saveFile,
  exportFile,
}: HandlerContext): Handlers['evidence'] {
  return {
    state: async () => ok(await evidence.state()),
    save: async () => {
      const { entries } = await evidence.state();
      const name = `Callboard evidence ${localDay(Date.now())}.jsonl`;
      const path = await exportFile({ what: 'evidence', count: null }, name, evidenceFile(evidence));
      return ok({ path, count: entries });
    },
    saveHead: async () => {
      const { head } = await evidence.state();
      if (!head) return fail('nothing_to_export');
      const name = `Callboard evidence head ${localDay(Date.now())}.txt`;
      return ok({ path: await saveFile(name, headText(head)), count: 1 });
    },
  };
}

export function doNotCallHandlers({ doNotCall, stores, exportFile }: HandlerContext): Handlers['doNotCall'] {
  return {
    page: async ({ search, offset }) => ok(await doNotCall.page(search, offset)),
    add: async ({ numbers }) => ok(await doNotCall.add(numbers)),
    countNew: async ({ phoneNumbers }) => ok(await doNotCall.countNew(phoneNumbers)),
    forbidding: async ({ phoneNumbers }) => ok(await stores.submissions.forbidding(phoneNumbers)),
    lift: ({ id, reason }) => doNotCall.lift(id, reason),
    addedTogether: async ({ id }) => ok(await doNotCall.addedTogether(id)),
    liftTogether: ({ id, reason }) => doNotCall.liftTogether(id, reason),
    liftLost: ({ reason }) => doNotCall.liftLost(reason),
    save: async () => {
      const { count, entries } = await doNotCall.entries();
      const content = doNotCallToCsv(entries);
      const path = await exportFile({ what: 'do_not_call', count }, 'do-not-call.csv', content);
      return ok({ path, count });
    },
  };
}
