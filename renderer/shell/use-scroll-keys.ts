import { useEffect } from 'react';
import { isPopupOpen } from '../parts/shortcuts/keyboard-focus.ts';

/** Elements with a use of their own for keys that scroll. */
const KEEPS_KEYS = 'input, textarea, select, [contenteditable="true"]';
/** Elements that Space presses. */
const PRESSED_BY_SPACE = 'button, summary, [role="button"], [role="checkbox"], [role="switch"]';
/** The share of its height by which a page moves, and px per arrow key: Chromium's own. */
const PAGE_SHARE = 0.875;
const ARROW_STEP = 40;

/**
 * Makes Page Up, Page Down, Space, Home, End and arrows scroll the open page wherever the focus is. Chromium scrolls only
 * what the focused element is in, and a page's heading and the navigation are outside of it.
 */
export function useScrollKeys(): void {
  useEffect(() => {
    // Without a focused element, Chromium scrolls what was clicked last.
    let clicked: Element | null = null;
    const onPointerDown = ({ target }: PointerEvent) => {
      clicked = target instanceof Element ? target : null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const focused = document.activeElement ?? document.body;
      const scroll = scrollOf(event, focused);
      if (!scroll || isPopupOpen()) return;
      if (isInScroller(focused === document.body ? clicked : focused)) return;
      const scroller = scrollerOfPage();
      if (!scroller) return;
      event.preventDefault();
      scroller.scrollTo({ top: scroll(scroller), behavior: 'instant' });
    };
    addEventListener('pointerdown', onPointerDown, { capture: true });
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('pointerdown', onPointerDown, { capture: true });
      removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

type Scroll = (scroller: Element) => number;

/** Where a key scrolls to; null if it does something else. */
function scrollOf(event: KeyboardEvent, focused: Element): Scroll | null {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
  if (event.defaultPrevented || event.isComposing || altKey || ctrlKey || metaKey) return null;
  if (focused.matches(KEEPS_KEYS)) return null;
  if (key === ' ') return focused.closest(PRESSED_BY_SPACE) ? null : byPage(shiftKey ? -1 : 1);
  return shiftKey ? null : (SCROLLS[key] ?? null);
}

const SCROLLS: Readonly<Record<string, Scroll>> = {
  PageDown: byPage(1),
  PageUp: byPage(-1),
  ArrowDown: ({ scrollTop }) => scrollTop + ARROW_STEP,
  ArrowUp: ({ scrollTop }) => scrollTop - ARROW_STEP,
  Home: () => 0,
  End: ({ scrollHeight }) => scrollHeight,
};

function byPage(pages: 1 | -1): Scroll {
  return ({ scrollTop, clientHeight }) => scrollTop + pages * clientHeight * PAGE_SHARE;
}

/** Whether the element is in something on the page that scrolls, which Chromium then scrolls itself. */
function isInScroller(element: Element | null): boolean {
  for (let at = element?.closest('main') ? element : null; at; at = at.parentElement) {
    if (scrolls(at)) return true;
  }
  return false;
}

/** What scrolls on the open page: the page itself, or the list that fills it. */
function scrollerOfPage(): Element | undefined {
  return [...document.querySelectorAll('main [data-scroller]')].find(scrolls);
}

function scrolls(element: Element): boolean {
  // A px more can come from rounding.
  if (element.scrollHeight <= element.clientHeight + 1) return false;
  return ['auto', 'scroll'].includes(getComputedStyle(element).overflowY);
}
