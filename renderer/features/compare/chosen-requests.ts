import { useLocation } from 'wouter';
import { MOST_COMPARED } from '../../../shared/comparison.ts';
import { safeDecode, useHashSearch } from '../../routes/hash-location.ts';
import { comparePath } from '../../routes/paths.ts';

export interface ChosenRequests {
  /** Those that are compared, in the order of their columns, each once. */
  readonly requestIds: readonly string[];
  /** How many more the address names than there is room for. */
  readonly leftOut: number;
  remove(requestId: string): void;
}

/** The requests that the address names: `/compare?ids=a,b,c`. */
export function useChosenRequests(): ChosenRequests {
  const search = useHashSearch();
  const [, navigate] = useLocation();
  const named = idsIn(search);
  const requestIds = named.slice(0, MOST_COMPARED);
  return {
    requestIds,
    leftOut: named.length - requestIds.length,
    // A step to go back to: whoever was removed by mistake is one step away.
    remove: (requestId) => navigate(comparePath(named.filter((id) => id !== requestId))),
  };
}

/** Ids may hold a comma themselves: they are taken apart before they are decoded. */
export function idsIn(search: string): readonly string[] {
  const listed = /(?:^|&)ids=([^&]*)/.exec(search)?.[1] ?? '';
  const ids = listed
    .split(',')
    .filter((part) => part !== '')
    .map(safeDecode);
  return [...new Set(ids)];
}
