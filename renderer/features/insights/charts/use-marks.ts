import { type KeyboardEvent, useState } from 'react';

type NextMark = (key: string, index: number, count: number) => number | undefined;

/**
 * Makes the marks of a chart show their tooltip on hover and on keyboard focus (roving tabindex: one tab stop, arrows
 * move between marks, as `nextOf` says). `active` is the mark whose tooltip is shown.
 */
export function useMarks(count: number, nextOf: NextMark = nextInLine) {
  const [stop, setStop] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const tabStop = Math.min(stop, Math.max(0, count - 1));
  const active = hovered ?? focused;

  const propsOf = (index: number) => ({
    tabIndex: index === tabStop ? 0 : -1,
    'data-active': index === active || undefined,
    onPointerEnter: () => setHovered(index),
    onPointerLeave: () => setHovered(null),
    onFocus: () => {
      setStop(index);
      setFocused(index);
    },
    onBlur: () => setFocused(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Escape') {
        setFocused(null);
        setHovered(null);
        return;
      }
      const next = nextOf(event.key, index, count);
      if (next === undefined) return;
      event.preventDefault();
      const chart = event.currentTarget.closest('[role="group"], [role="grid"]');
      chart?.querySelectorAll<HTMLElement>('[data-mark]')[next]?.focus();
    },
    'data-mark': true,
  });
  return { active: active !== null && active < count ? active : null, propsOf };
}

function nextInLine(key: string, index: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowDown: 1,
    ArrowLeft: -1,
    ArrowUp: -1,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.min(count - 1, Math.max(0, index + step));
}
