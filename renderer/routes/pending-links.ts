import type { ShownLink } from '../../shared/ipc/bridge.ts';
import { Store, useStore } from '../store.ts';

/**
 * Links from other programs that nobody could show yet, in the order in which they came. They may come while no
 * workspace is open or while something is typed, and none of them is lost.
 */
const waiting = new Store<readonly ShownLink[]>([]);

/** A link has come. */
export function addPendingLink(link: ShownLink): void {
  waiting.set([...waiting.get(), link]);
}

/** It was shown, or the person has turned it down. */
export function removePendingLink(link: ShownLink): void {
  waiting.set(waiting.get().filter((other) => other !== link));
}

/** The links that wait to be shown. */
export function usePendingLinks(): readonly ShownLink[] {
  return useStore(waiting);
}
