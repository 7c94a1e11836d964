import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface PressAfterCheck {
  /** Acts now, or once the check has ended. */
  readonly press: () => void;
  /** A press waits for the check. */
  readonly waits: boolean;
  /** What was pressed for has become something else during the check, so that nothing was done. */
  readonly changed: boolean;
}

/**
 * A button that stays pressable while rows are checked: one that was disabled between a press and its release would lose the
 * click. A press waits for the check, and counts only if the button then still says the same (`says`). `onLeft`: the page was
 * left while a press waited, so that nothing was done.
 */
export function usePressAfterCheck(
  checking: boolean,
  says: string,
  act: () => void,
  onLeft: () => void,
): PressAfterCheck {
  const [pressedFor, setPressedFor] = useState<string | null>(null);
  const [changedTo, setChangedTo] = useState<string | null>(null);
  const checked = useEffectEvent((pressed: string) => {
    setPressedFor(null);
    if (pressed === says) act();
    else setChangedTo(says);
  });
  useEffect(() => {
    if (pressedFor !== null && !checking) checked(pressedFor);
  }, [pressedFor, checking]);
  const waiting = useRef(false);
  useEffect(() => {
    waiting.current = pressedFor !== null;
  }, [pressedFor]);
  const left = useEffectEvent(onLeft);
  useEffect(() => () => void (waiting.current && left()), []);
  const press = () => {
    setChangedTo(null);
    if (checking) setPressedFor(says);
    else act();
  };
  return { press, waits: pressedFor !== null, changed: changedTo === says };
}
