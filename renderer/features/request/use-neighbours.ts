import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { useWorkspace } from '../../api/workspace.ts';
import { requestPath } from '../../places/paths.ts';
import { neighbourOf } from '../../places/request-neighbours.ts';

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
  const step = useCallback(
    async (direction: 1 | -1) => {
      // Asked anew: the list may have moved since.
      const id = await neighbourOf(requestId, direction);
      if (id !== null) navigate(requestPath(id), { replace: true });
    },
    [requestId, navigate],
  );
  return {
    hasNext: typeof beside?.next === 'string',
    hasPrevious: typeof beside?.previous === 'string',
    step: (direction: 1 | -1) => void step(direction).catch(() => undefined),
  };
}
