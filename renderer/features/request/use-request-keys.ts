import { useEffect, useRef } from 'react';
import { VERDICTS, type Verdict } from '../../../shared/request.ts';
import { type Action, useActions } from '../../parts/shortcuts/actions.ts';
import type { ShortcutId } from '../../parts/shortcuts/catalogue.ts';
import { VERDICT_WORDS } from '../../parts/verdict/verdict-words.ts';
import { useNeighbours } from './use-neighbours.ts';

type Press = { readonly step: 1 | -1 } | { readonly verdict: Verdict };

/** Sets the verdict on the request that is shown; true if it asks for a reason first. */
type Judge = (verdict: Verdict) => boolean;

export type RequestKeys = ReturnType<typeof useRequestKeys>;

const VERDICT_KEYS: readonly ShortcutId[] = ['verdict1', 'verdict2', 'verdict3', 'verdict4'];
const MOST_WAITING = 20;

/**
 * J and K step through the list, 1 to 4 set the verdict in its order on screen; the palette offers the same. They take
 * effect in order: a verdict waits for the step before it and for the request that it opens.
 */
export function useRequestKeys(requestId: string) {
  const neighbours = useNeighbours(requestId);
  const waiting = useRef<Press[]>([]);
  /** Where a step leads; null while it is looked up, undefined without one. */
  const target = useRef<string | null | undefined>(undefined);
  const judge = useRef<{ readonly requestId: string; readonly run: Judge } | null>(null);

  const shown = useRef(requestId);

  const stop = () => {
    waiting.current = [];
    target.current = undefined;
  };
  const takeTurns = () => {
    while (target.current === undefined) {
      const [press] = waiting.current;
      if (!press) return;
      if ('step' in press) {
        waiting.current.shift();
        target.current = null;
        // Something else may have opened another request meanwhile.
        const isAwaited = () => shown.current === requestId && target.current === null;
        neighbours.step(press.step, {
          onFound: (id) => {
            if (!isAwaited() || id === requestId) return false;
            target.current = id;
            return true;
          },
          // Nothing opens: what was pressed after the step was meant for nobody.
          onNone: () => {
            if (isAwaited()) stop();
          },
        });
      } else {
        if (judge.current?.requestId !== requestId) return;
        waiting.current.shift();
        if (judge.current.run(press.verdict)) stop();
      }
    }
  };
  const press = (next: Press) => {
    if (waiting.current.length >= MOST_WAITING) return;
    waiting.current.push(next);
    takeTurns();
  };

  useEffect(() => {
    if (shown.current !== requestId) {
      // Opened by something else than the step: what waits was meant for another person.
      if (target.current !== requestId) stop();
      target.current = undefined;
      shown.current = requestId;
    }
    takeTurns();
  });
  useActions([
    keyAction('next', 'Next request', 'nextRequest', () => press({ step: 1 })),
    keyAction('previous', 'Previous request', 'previousRequest', () => press({ step: -1 })),
    ...VERDICTS.map((verdict, index) =>
      keyAction(`verdict.${verdict}`, `Verdict: ${VERDICT_WORDS[verdict]}`, VERDICT_KEYS[index], () =>
        press({ verdict }),
      ),
    ),
  ]);
  return {
    neighbours: { ...neighbours, step: (step: 1 | -1) => press({ step }) },
    /** Takes the verdicts on this request once it is shown. */
    onShown: (id: string, run: Judge) => {
      judge.current = { requestId: id, run };
      takeTurns();
    },
    /** Forgets what waits, as the request can't be shown. */
    stop,
  };
}

function keyAction(id: string, name: string, shortcut: ShortcutId | undefined, run: () => void): Action {
  return { id: `request.${id}`, name, group: 'This request', ...(shortcut && { shortcut }), run };
}
