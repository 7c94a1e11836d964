import type { RequestPrefill } from '../../shared/deep-link.ts';
import { Store, useStore } from '../store.ts';

/** What links want New request to be filled in with. New request takes it from here, and asks where it must. */
const offered = new Store<readonly RequestPrefill[]>([]);

/** Values for the form, after those that were offered before. */
export function offerPrefill(prefill: RequestPrefill): void {
  offered.set([...offered.get(), prefill]);
}

/** It was filled in or turned down. */
export function takePrefill(prefill: RequestPrefill): void {
  offered.set(offered.get().filter((other) => other !== prefill));
}

/** The one whose turn it is, null when there is none. */
export function useOfferedPrefill(): RequestPrefill | null {
  return useStore(offered)[0] ?? null;
}
