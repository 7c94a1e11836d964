import { type PolicyListStore, storePolicyList } from '../../../electron/do-not-call/policy-list.ts';
import type { ListedNumber } from '../../../shared/do-not-call.ts';

/** Makes these all of the policy's numbers, as the app does. */
export function replacePolicy(
  store: PolicyListStore,
  numbers: readonly ListedNumber[],
  now: number,
): Promise<boolean> {
  return storePolicyList(store, { numbers, isWhole: true, remember: null, now });
}
