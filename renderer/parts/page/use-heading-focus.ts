import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses a new page's heading, so that screen readers announce it, if the focus was lost with the previous page or is on the
 * navigation link that led here. A field that took the focus keeps it.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    const isFree = focused === document.body || focused?.closest('nav') != null;
    if (isFree) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
