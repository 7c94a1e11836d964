import { useEffect, useRef } from 'react';
import { VERDICTS, type Verdict } from '../../../shared/request.ts';
import { isTyping, somethingIsOpen } from './keys.ts';

interface RequestKeys {
  readonly onStep: (step: 1 | -1) => void;
  readonly onVerdict: (verdict: Verdict) => void;
}

/** J and K go through the list, 1 to 4 set the verdict in the order in which it is shown. */
export function useRequestKeys(keys: RequestKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const modified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (modified || event.repeat || event.defaultPrevented || isTyping(event.target) || somethingIsOpen())
        return;
      const verdict = VERDICTS[Number(event.key) - 1];
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : null;
      if (step === null && verdict === undefined) return;
      event.preventDefault();
      if (step !== null) latest.current.onStep(step);
      else if (verdict) latest.current.onVerdict(verdict);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
