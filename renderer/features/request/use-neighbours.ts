import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useWorkspace } from '../../api/workspace.ts';
import { requestPath } from '../../routes/paths.ts';
import { neighbourOf } from '../../routes/request-neighbours.ts';

/** The requests beside this one in the list, and the way there. */
export function useNeighbours(requestId: string) {
  const { keys } = useWorkspace();
  const [, navigate] = useLocation();
  const beside = useQuery({
    queryKey: [...keys.requestPages, 'beside', requestId],
    queryFn: async () => ({
      next: await neighbourOf(requestId, 1),
      previous: await neighbourOf(requestId, -1),
    }),
  }).data;
  // Asked anew: the list may have moved since.
  const find = useMutation({ mutationFn: (direction: 1 | -1) => neighbourOf(requestId, direction) });
  return {
    hasNext: typeof beside?.next === 'string',
    hasPrevious: typeof beside?.previous === 'string',
    // Not once the page is left: another workspace has a request of that ID, too, of somebody else.
    step: (direction: 1 | -1) =>
      find.mutate(direction, {
        onSuccess: (id) => id !== null && navigate(requestPath(id), { replace: true }),
      }),
  };
}
