import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'wouter';
import { VERDICTS, type Verdict } from '../../../shared/request.ts';
import { VERDICT_WORDS } from '../../../shared/words/outcome-words.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { type Action, type ShortcutId, useActions, VERDICT_KEYS } from '../../parts/shortcuts.ts';
import { undoChange } from '../../parts/toast.tsx';
import { useJobInAddress } from '../../routes/hash-location.ts';
import { requestPath } from '../../routes/paths.ts';
import type { GivenVerdict } from '../requests/use-annotations.ts';
import type { NeighbourOf, ReviewPlace } from '../requests/use-request-list.ts';

type Press = { readonly step: 1 | -1 } | { readonly verdict: Verdict } | 'undo';

/** Gives the request that is shown a verdict; null where none can be given. */
type Judge = ((verdict: Verdict, isReviewed: boolean) => GivenVerdict) | null;

/** Earlier ones can't be undone by key. */
const MAX_VERDICTS = 100;

export type RequestKeys = ReturnType<typeof useRequestKeys>;

/**
 * J and K step through the list, 1 to 4 set the verdict in its order on screen, and in a review go on to the next; U undoes
 * the last of these verdicts and goes back to its request. The palette offers the same. They take effect in order: a verdict
 * waits for the step before it and for the request that it opens. As many may wait as a person presses: a held key counts
 * once.
 */
export function useRequestKeys(requestId: string, neighbourOf: NeighbourOf, review: ReviewPlace | null) {
  const neighbours = useNeighbours(requestId, neighbourOf);
  const [, navigate] = useLocation();
  const job = useJobInAddress();
  const waiting = useRef<Press[]>([]);
  /** The step under way, and the request that it opens once that is known. */
  const underWay = useRef<{ to?: string } | null>(null);
  const judge = useRef<{ readonly requestId: string; readonly run: Judge } | null>(null);
  const verdicts = useRef<{ readonly requestId: string; readonly given: GivenVerdict['given'] }[]>([]);

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
  const goesOn = review !== null && review.at < review.of;
  const give = (run: Judge, verdict: Verdict) => {
    // A verdict on what can't be shown is for nobody, nor is what was pressed after it.
    if (!run) return stop();
    const { asks, given } = run(verdict, review !== null);
    const remember = () => {
      verdicts.current = [...verdicts.current, { requestId, given }].slice(-MAX_VERDICTS);
    };
    if (!asks) {
      remember();
      if (goesOn) takeStep(1);
      return;
    }
    stop();
    void given.then(() => {
      remember();
      if (goesOn && judge.current?.requestId === requestId) press({ step: 1 });
    });
  };
  const undo = async () => {
    const last = verdicts.current.pop();
    if (!last) return;
    const step = { to: last.requestId };
    underWay.current = step;
    const change = await last.given;
    if (change) await undoChange(change);
    if (underWay.current !== step) return;
    if (last.requestId !== requestId) return navigate(requestPath(last.requestId, job), { replace: true });
    underWay.current = null;
    takeTurns();
  };
  const takeTurns = () => {
    while (underWay.current === null) {
      const [next] = waiting.current;
      if (!next) return;
      if (isVerdict(next) && judge.current?.requestId !== requestId) return;
      waiting.current.shift();
      if (next === 'undo') void undo();
      else if (isVerdict(next)) give(judge.current?.run ?? null, next.verdict);
      else takeStep(next.step);
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
    keyAction('undo-verdict', 'Undo the last verdict', 'undoVerdict', () => press('undo')),
  ]);
  return {
    neighbours: { ...neighbours, step: (step: 1 | -1) => press({ step }) },
    giveVerdict: (verdict: Verdict) => press({ verdict }),
    /** Once a request is shown, `run` takes the verdicts on it. */
    onShown: (id: string, run: Judge) => {
      judge.current = { requestId: id, run };
      takeTurns();
    },
  };
}

function isVerdict(press: Press): press is { readonly verdict: Verdict } {
  return typeof press === 'object' && 'verdict' in press;
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
  const job = useJobInAddress();
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
          navigate(requestPath(id, job), { replace: true });
        },
        onError: onNone,
      }),
  };
}
