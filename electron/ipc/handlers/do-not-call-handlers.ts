import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import { doNotCallToCsv } from '../../reports/exported-lists.ts';
import type { HandlerContext } from './context.ts';

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
