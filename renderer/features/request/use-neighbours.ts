import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useWorkspace } from '../../api/workspace.ts';
import { requestPath } from '../../routes/paths.ts';
import { neighbourOf } from '../../routes/request-neighbours.ts';

/** Whether the list has a next and a previous request, and a function that opens them. */
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
  // Not taken from `beside`: the list may have moved since.
  const find = useMutation({ mutationFn: (direction: 1 | -1) => neighbourOf(requestId, direction) });
  return {
    hasNext: typeof beside?.next === 'string',
    hasPrevious: typeof beside?.previous === 'string',
    // A callback of `mutate`, so that nothing opens once the page is left: request IDs aren't unique across workspaces.
    step: (direction: 1 | -1) =>
      find.mutate(direction, {
        onSuccess: (id) => id !== null && navigate(requestPath(id), { replace: true }),
      }),
  };
}
