import { useLocation } from 'wouter';
import { MOST_COMPARED } from '../../../shared/comparison.ts';
import { decodedPart, useHashSearch } from '../../routes/hash-location.ts';
import { comparePath } from '../../routes/paths.ts';

export interface ChosenRequests {
  /** Unique ids, in column order. */
  readonly requestIds: readonly string[];
  /** How many more ids the address has than fit. */
  readonly leftOut: number;
  remove(requestId: string): void;
}

/** The requests in the address: `/compare?ids=a,b,c`. */
export function useChosenRequests(): ChosenRequests {
  const search = useHashSearch();
  const [, navigate] = useLocation();
  const named = idsIn(search);
  const requestIds = named.slice(0, MOST_COMPARED);
  return {
    requestIds,
    leftOut: named.length - requestIds.length,
    // Adds to the browser history, so that Back undoes it.
    remove: (requestId) => navigate(comparePath(named.filter((id) => id !== requestId))),
  };
}

/** Splits before decoding: an id may contain a comma. */
export function idsIn(search: string): readonly string[] {
  const listed = /(?:^|&)ids=([^&]*)/.exec(search)?.[1] ?? '';
  const ids = listed
    .split(',')
    .filter((part) => part !== '')
    .map(decodedPart);
  return [...new Set(ids)];
}
