import type { Handlers } from '../../../shared/ipc/contract.ts';
import { localDay } from '../../../shared/local-day.ts';
import { fail, ok } from '../../../shared/result.ts';
import { evidenceFile, headText } from '../../reports/evidence.ts';
import type { HandlerContext } from './context.ts';

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
