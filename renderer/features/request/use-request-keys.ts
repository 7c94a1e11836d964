import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'wouter';
import { VERDICTS, type Verdict } from '../../../shared/request.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { type Action, type ShortcutId, useActions, VERDICT_KEYS } from '../../parts/shortcuts.ts';
import { requestPath } from '../../routes/paths.ts';
import type { NeighbourOf } from '../requests/use-request-list.ts';
import { VERDICT_WORDS } from '../requests/verdict-words.ts';

type Press = { readonly step: 1 | -1 } | { readonly verdict: Verdict };

/** Sets the verdict on the request that is shown; true if what was pressed after it no longer counts. */
type Judge = (verdict: Verdict) => boolean;

export type RequestKeys = ReturnType<typeof useRequestKeys>;

/**
 * J and K step through the list, 1 to 4 set the verdict in its order on screen; the palette offers the same. They take
 * effect in order: a verdict waits for the step before it and for the request that it opens. As many may wait as a person
 * presses: a held key counts once.
 */
export function useRequestKeys(requestId: string, neighbourOf: NeighbourOf) {
  const neighbours = useNeighbours(requestId, neighbourOf);
  const waiting = useRef<Press[]>([]);
  /** The step under way, and the request that it opens once that is known. */
  const underWay = useRef<{ to?: string } | null>(null);
  const judge = useRef<{ readonly requestId: string; readonly run: Judge } | null>(null);

  const stop = () => {
    waiting.current = [];
    underWay.current = null;
  };
  const takeStep = (direction: 1 | -1) => {
    const step: { to?: string } = {};
    underWay.current = step;
    neighbours.step(direction, {
      onFound: (id) => {
        // Something else may have opened another request meanwhile.
        if (underWay.current !== step || id === requestId) return false;
        step.to = id;
        return true;
      },
      // Nothing opens: what was pressed after the step was meant for nobody.
      onNone: () => {
        if (underWay.current === step) stop();
      },
    });
  };
  const takeTurns = () => {
    while (underWay.current === null) {
      const [press] = waiting.current;
      if (!press) return;
      if ('verdict' in press && judge.current?.requestId !== requestId) return;
      waiting.current.shift();
      if ('step' in press) takeStep(press.step);
      else if (judge.current?.run(press.verdict)) stop();
    }
  };
  const press = (next: Press) => {
    waiting.current.push(next);
    takeTurns();
  };

  const onOpened = useEffectEvent(() => {
    // Opened by something else than the step: what waits was meant for another person.
    if (underWay.current?.to !== requestId) stop();
    underWay.current = null;
    takeTurns();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another request is opened
  useEffect(() => onOpened(), [requestId]);
  useActions([
    keyAction('next', 'Next request', 'nextRequest', () => press({ step: 1 })),
    keyAction('previous', 'Previous request', 'previousRequest', () => press({ step: -1 })),
    ...VERDICTS.map((verdict) =>
      keyAction(`verdict.${verdict}`, `Verdict: ${VERDICT_WORDS[verdict]}`, VERDICT_KEYS[verdict], () =>
        press({ verdict }),
      ),
    ),
  ]);
  return {
    neighbours: { ...neighbours, step: (step: 1 | -1) => press({ step }) },
    /** Once a request is shown, `run` takes the verdicts on it. */
    onShown: (id: string, run: Judge) => {
      judge.current = { requestId: id, run };
      takeTurns();
    },
  };
}

function keyAction(id: string, name: string, shortcut: ShortcutId | undefined, run: () => void): Action {
  return { id: `request.${id}`, name, group: 'This request', ...(shortcut && { shortcut }), run };
}

interface StepAnswers {
  /** Before the request opens; false to stay. */
  readonly onFound: (requestId: string) => boolean;
  readonly onNone: () => void;
}

/** Whether the list has a next and a previous request, and a function that opens them. */
function useNeighbours(requestId: string, neighbourOf: NeighbourOf) {
  const { id } = useWorkspace();
  const [, navigate] = useLocation();
  const beside = useQuery({
    queryKey: [id, 'requests', 'beside', requestId],
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
