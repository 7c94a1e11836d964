import type { RequestFilter, RequestSelection } from '../../../shared/request-filter.ts';

/** The selected requests: some by id, or all that match the filter with a few exceptions. */
export type Chosen =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly filter: RequestFilter; readonly except: ReadonlySet<string> };

export const NONE_CHOSEN: Chosen = { kind: 'some', ids: new Set() };

export function isChosen(chosen: Chosen, requestId: string): boolean {
  return chosen.kind === 'some' ? chosen.ids.has(requestId) : !chosen.except.has(requestId);
}

/** The number of selected requests, given how many match the filter. */
export function countChosen(chosen: Chosen, total: number): number {
  return chosen.kind === 'some' ? chosen.ids.size : Math.max(0, total - chosen.except.size);
}

/** Selects or deselects requests. */
export function withChosen(chosen: Chosen, requestIds: readonly string[], on: boolean): Chosen {
  if (chosen.kind === 'some') return { kind: 'some', ids: changed(chosen.ids, requestIds, on) };
  return { ...chosen, except: changed(chosen.except, requestIds, !on) };
}

function changed(ids: ReadonlySet<string>, changedIds: readonly string[], add: boolean): ReadonlySet<string> {
  if (add) return new Set([...ids, ...changedIds]);
  const removed = new Set(changedIds);
  return new Set([...ids].filter((id) => !removed.has(id)));
}

/** The selection as the IPC contract takes it; null if nothing is selected. */
export function toSelection(chosen: Chosen): RequestSelection | null {
  if (chosen.kind === 'all') return { filter: chosen.filter, except: [...chosen.except] };
  return chosen.ids.size === 0 ? null : { requestIds: [...chosen.ids] };
}
