import type { Handlers } from '../../../shared/ipc/contract.ts';
import { localDay } from '../../../shared/local-day.ts';
import { fail, ok } from '../../../shared/result.ts';
import { explanationHtml } from '../../reports/explanation-html.ts';
import { explanationText } from '../../reports/explanation-text.ts';
import type { HandlerContext } from './context.ts';

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
