import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../../shared/ipc/contract.ts';
import { localDay } from '../../../shared/local-day.ts';
import { fail, ok } from '../../../shared/result.ts';
import { explanationHtml } from '../../reports/explanation-html.ts';
import { explanationText } from '../../reports/explanation-text.ts';
import { rightsToCsv } from '../../reports/rights-to-csv.ts';
import type { HandlerContext } from './context.ts';

/** All of the register: nobody keeps more by hand. */
const WHOLE = 1_000_000;

export function rightsHandlers({ stores, exportFile, onChange }: HandlerContext): Handlers['rights'] {
  const { rights, decisions, evidence } = stores;
  const changed = (isChanged: boolean) => {
    if (!isChanged) return fail('changed_since');
    onChange({ topic: 'rights' });
    return ok(null);
  };
  return {
    page: async ({ onlyOpen, limit }) => ok(await rights.page(onlyOpen, limit)),
    save: async (entry) => {
      const saved = await rights.save({ ...entry, id: entry.id ?? randomUUID() }, Date.now());
      onChange({ topic: 'rights' });
      return ok(saved);
    },
    move: async (move) => changed(await rights.move(move, Date.now())),
    remove: async ({ id }) => {
      const removedAt = Date.now();
      await rights.remove(id);
      onChange({ topic: 'rights' });
      return ok({ removedAt });
    },
    putBack: async (removed) => changed(await rights.putBack(removed, Date.now())),
    exportFile: async () => {
      const { entries, all: count } = await rights.page(false, WHOLE);
      const file = `Requests from candidates ${localDay(Date.now())}.csv`;
      const path = await exportFile({ what: 'rights_requests', count }, file, rightsToCsv(entries));
      return ok({ path, count });
    },
    explain: async ({ submissionId }) => {
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
    saveExplanation: async ({ text, name, format }) => {
      const now = Date.now();
      const content = format === 'txt' ? text : explanationHtml(text, { now, workspaceName: '' });
      const file = `${name} why it was decided ${localDay(now)}.${format}`.trim();
      return ok({ path: await exportFile({ what: 'explanation', count: 1 }, file, content), count: 1 });
    },
  };
}
