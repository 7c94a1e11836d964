import type { DoNotCallStore, PolicyListStore } from '../../../electron/do-not-call/ports.ts';
import type { ListOnDisk } from './list-on-disk.ts';
import type { StoreOfProcess } from './store-of-process.ts';

/** What a process does with the do-not-call list in these histories; other calls don't occur. */
type UsedCalls = Pick<DoNotCallStore, 'add' | 'sentTo'> & PolicyListStore;

/** The one list as seen by one process: each call takes some turns, and none of a dead process reaches it. */
export function listStoresOf(process: StoreOfProcess, list: ListOnDisk): DoNotCallStore & PolicyListStore {
  const used: UsedCalls = {
    add: (entries) => process.write(async () => list.add(entries)),
    sentTo: () => process.reach(async () => []),
    storedPolicyList: () => process.reach(async () => list.storedPolicyList()),
    beginPolicyList: (id) => process.write(async () => list.beginPolicyList(id)),
    addPolicyEntries: (...args) => process.write(async () => list.addPolicyEntries(...args)),
    removeOtherPolicyEntries: (...args) => process.write(async () => list.removeOtherPolicyEntries(...args)),
    endPolicyList: (...args) => process.write(async () => list.endPolicyList(...args)),
  };
  const unused = (): never => {
    throw new Error('No history does this.');
  };
  return {
    ...used,
    countNew: unused,
    lift: unused,
    addedTogether: unused,
    liftTogether: unused,
    uncompared: unused,
    liftUncompared: unused,
    page: unused,
    ids: unused,
    entries: unused,
    setKeys: unused,
    keyIds: unused,
    addKey: unused,
  };
}
