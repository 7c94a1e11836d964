import { useLocation } from 'wouter';
import { MAX_COMPARED } from '../../../shared/comparison-limits.ts';
import { safeDecode, useHashSearch } from '../../routes/hash-location.ts';
import { comparePath } from '../../routes/paths.ts';

/** The requests in the address (`/compare?ids=a,b,c`): unique ids in column order, and how many more don't fit. */
export function useChosenRequests() {
  const ids = idsIn(useHashSearch());
  const [, navigate] = useLocation();
  const requestIds = ids.slice(0, MAX_COMPARED);
  return {
    requestIds,
    leftOut: ids.length - requestIds.length,
    // Adds to the browser history, so that Back undoes it.
    remove: (requestId: string) => navigate(comparePath(ids.filter((id) => id !== requestId))),
  };
}

/** Splits before decoding: an id may contain a comma. */
function idsIn(search: string): readonly string[] {
  const listed = /(?:^|&)ids=([^&]*)/.exec(search)?.[1] ?? '';
  const ids = listed
    .split(',')
    .filter((part) => part !== '')
    .map(safeDecode);
  return [...new Set(ids)];
}
