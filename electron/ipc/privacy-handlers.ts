import type { Handlers } from '../../shared/ipc/contract.ts';
import { localDay } from '../../shared/local-day.ts';
import { CodedError, unwrap } from '../../shared/result.ts';
import { evidenceFile, headText } from '../reports/evidence.ts';
import { explanationHtml, explanationText } from '../reports/explanation-text.ts';
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
    state: () => privacy.state(),
    find: inWorkspace((_open, { workspaceId, ...search }) => privacy.find(search, workspaceId)),
    erase: inWorkspace(async (_open, { workspaceId, ...choice }) => {
      await backups.dropOpened();
      return unwrap(privacy.erase(choice, workspaceId));
    }),
    saveHeld: inWorkspace(async ({ workspace }, { workspaceId, format, ...choice }) => {
      const now = Date.now();
      const held = await privacy.held(choice, workspaceId);
      const { submissions, importRows, doNotCall, holds } = held;
      const kinds = [submissions, importRows, doNotCall, holds];
      const count = kinds.reduce((sum, { length }) => sum + length, 0);
      if (count === 0) throw new CodedError('nothing_to_export');
      const from = choice.search.everywhere ? null : workspace.name;
      const text = format === 'html' ? heldReport(held, { now, from }) : heldToJson(held, { now, from });
      async function* content() {
        // The file has covered results, too.
        await stores.annotations.showResults(submissions.map(({ submission }) => submission.id));
        yield text;
      }
      const name = submissions[0]?.submission.candidateName ?? choice.search.name;
      const file = `${name} what is held ${localDay(now)}.${format}`.trim();
      return { path: await exportFile({ what: 'person', count }, file, content()), count };
    }),
    saveReceipt: async ({ id, format }) => {
      const file = await privacy.receiptFile(id, format);
      return { path: await saveFile(file.name, file.text), count: 1 };
    },
    previewRetention: ({ days }) => privacy.previewRetention(days),
    removePutAside: async ({ names }) => ({ changed: await privacy.removePutAside(names) }),
  };
}

export function explanationHandlers({ stores, exportFile }: HandlerContext): Handlers['explanations'] {
  const { decisions, evidence } = stores;
  return {
    draft: async ({ submissionId }) => {
      const record = await decisions.of(submissionId);
      if (record === undefined) throw new CodedError('submission_not_found');
      if (record === 'covered') return { kind: 'covered' };
      const text = explanationText(record, { now: Date.now() });
      return { kind: 'draft', text, name: record.held.submission.candidateName };
    },
    copied: async ({ what, count }) => {
      const facts = { what, count, format: 'clipboard' } as const;
      await evidence.append({ kind: 'exported', at: Date.now(), facts });
    },
    save: async ({ text, name, format }) => {
      const now = Date.now();
      const content = format === 'txt' ? text : explanationHtml(text, { now, workspaceName: '' });
      const file = `${name} why it was decided ${localDay(now)}.${format}`.trim();
      return { path: await exportFile({ what: 'explanation', count: 1 }, file, content), count: 1 };
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
    return { changed };
  };
  return {
    page: ({ offset }) => holds.page(offset),
    of: inWorkspace((_open, { submissionId }) => holds.ofSubmission(submissionId)),
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
    },
  };
}

export function evidenceHandlers({
  stores: { evidence },
  saveFile,
  exportFile,
}: HandlerContext): Handlers['evidence'] {
  return {
    state: () => evidence.state(),
    save: async () => {
      const { entries } = await evidence.state();
      const name = `Callboard evidence ${localDay(Date.now())}.jsonl`;
      const path = await exportFile({ what: 'evidence', count: null }, name, evidenceFile(evidence));
      return { path, count: entries };
    },
    saveHead: async () => {
      const { head } = await evidence.state();
      if (!head) throw new CodedError('nothing_to_export');
      const name = `Callboard evidence head ${localDay(Date.now())}.txt`;
      return { path: await saveFile(name, headText(head)), count: 1 };
    },
  };
}

export function doNotCallHandlers({ doNotCall, stores, exportFile }: HandlerContext): Handlers['doNotCall'] {
  return {
    page: ({ search, offset }) => doNotCall.page(search, offset),
    add: ({ numbers }) => doNotCall.add(numbers),
    countNew: ({ phoneNumbers }) => doNotCall.countNew(phoneNumbers),
    forbidding: ({ phoneNumbers }) => stores.submissions.forbidding(phoneNumbers),
    lift: ({ id, reason }) => doNotCall.lift(id, reason),
    addedTogether: ({ id }) => doNotCall.addedTogether(id),
    liftTogether: ({ id, reason }) => doNotCall.liftTogether(id, reason),
    liftLost: ({ reason }) => doNotCall.liftLost(reason),
    save: async () => {
      const { count, entries } = await doNotCall.entries();
      const content = doNotCallToCsv(entries);
      const path = await exportFile({ what: 'do_not_call', count }, 'do-not-call.csv', content);
      return { path, count };
    },
  };
}
