import type { ShownLink } from '../../shared/ipc/bridge.ts';
import { Store, useStore } from '../store.ts';

/**
 * Deep links in order of arrival. They may arrive while no workspace is open or while the person is typing; each stays here
 * until it is opened or ignored.
 */
const pending = new Store<readonly ShownLink[]>([]);

export function addPendingLink(link: ShownLink): void {
  pending.set([...pending.get(), link]);
}

export function removePendingLink(link: ShownLink): void {
  pending.set(pending.get().filter((other) => other !== link));
}

export function usePendingLinks(): readonly ShownLink[] {
  return useStore(pending);
}
