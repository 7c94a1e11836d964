import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useWorkspace } from '../../api/workspace.ts';
import { requestPath } from '../../routes/paths.ts';
import { neighbourOf } from '../../routes/request-neighbours.ts';

interface StepAnswers {
  /** Before the request opens; false to stay. */
  readonly onFound: (requestId: string) => boolean;
  readonly onNone: () => void;
}

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
    step: (direction: 1 | -1, { onFound, onNone }: StepAnswers) =>
      find.mutate(direction, {
        onSuccess: (id) => {
          // The request may have been left for another one meanwhile.
          if (id === null || !onFound(id)) return onNone();
          navigate(requestPath(id), { replace: true });
        },
        onError: onNone,
      }),
  };
}
