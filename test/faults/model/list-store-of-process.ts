import type { PolicyListStore } from '../../../electron/do-not-call/policy-list.ts';
import type { Stores } from '../../../electron/storage/stores/index.ts';
import { overridden } from '../../electron/storage/overridden.ts';
import type { ListOnDisk } from './list-on-disk.ts';
import type { StoreOfProcess } from './store-of-process.ts';

/** What a process does with the do-not-call list in these histories; other calls don't occur. */
type UsedCalls = Pick<Stores['doNotCall'], 'add' | 'sentTo'> & PolicyListStore;

/** The one list as seen by one process: each call takes some turns, and none of a dead process reaches it. */
export function listStoreOf(process: StoreOfProcess, list: ListOnDisk): Stores['doNotCall'] {
  const used: UsedCalls = {
    add: (entries) => process.write(async () => list.add(entries)),
    sentTo: () => process.reach(async () => []),
    storedPolicyList: () => process.reach(async () => list.storedPolicyList()),
    beginPolicyList: (id) => process.write(async () => list.beginPolicyList(id)),
    addPolicyEntries: (...args) => process.write(async () => list.addPolicyEntries(...args)),
    removeOtherPolicyEntries: (...args) => process.write(async () => list.removeOtherPolicyEntries(...args)),
    endPolicyList: (...args) => process.write(async () => list.endPolicyList(...args)),
  };
  return overridden(list.store, used);
}
