import type { RequestFilter, RequestSelection } from '../../../shared/request-filter.ts';

/** Which requests are chosen: some by their id, or all that match but a few. */
export type Chosen =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly filter: RequestFilter; readonly except: ReadonlySet<string> };

export const NONE_CHOSEN: Chosen = { kind: 'some', ids: new Set() };

export function isChosen(chosen: Chosen, requestId: string): boolean {
  return chosen.kind === 'some' ? chosen.ids.has(requestId) : !chosen.except.has(requestId);
}

/** How many are chosen, of so many that match. */
export function countChosen(chosen: Chosen, total: number): number {
  return chosen.kind === 'some' ? chosen.ids.size : Math.max(0, total - chosen.except.size);
}

/** Chooses these, or leaves them out. */
export function withChosen(chosen: Chosen, requestIds: readonly string[], on: boolean): Chosen {
  if (chosen.kind === 'some') return { kind: 'some', ids: changed(chosen.ids, requestIds, on) };
  return { ...chosen, except: changed(chosen.except, requestIds, !on) };
}

function changed(ids: ReadonlySet<string>, some: readonly string[], add: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  for (const id of some) {
    if (add) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** The same for the main process; null when nothing is chosen. */
export function toSelection(chosen: Chosen): RequestSelection | null {
  if (chosen.kind === 'all') return { filter: chosen.filter, except: [...chosen.except] };
  return chosen.ids.size === 0 ? null : { requestIds: [...chosen.ids] };
}
