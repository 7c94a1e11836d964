import type { RequestPrefill } from '../../shared/deep-link.ts';
import { Store, useStore } from '../store.ts';

/** Queue of form values from deep links. New request asks before it replaces what the person typed. */
const queue = new Store<readonly RequestPrefill[]>([]);

export function offerPrefill(prefill: RequestPrefill): void {
  queue.set([...queue.get(), prefill]);
}

/** Removes a prefill that was used or rejected. */
export function takePrefill(prefill: RequestPrefill): void {
  queue.set(queue.get().filter((other) => other !== prefill));
}

/** The first prefill in the queue, or null. */
export function useOfferedPrefill(): RequestPrefill | null {
  return useStore(queue)[0] ?? null;
}
