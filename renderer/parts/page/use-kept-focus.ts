import { useEffect } from 'react';
import { isPopupOpen } from '../shortcuts/keyboard-focus.ts';

/** Where the focus was: the element, and the group of a list that it belonged to. */
interface Focused {
  readonly element: Element;
  /** The name of the group's grid. */
  readonly grid: string | null;
}

const POPUP = '[role="dialog"], [role="menu"], [role="listbox"]';

/**
 * While the page is shown, keeps the focus on it when what had it goes away, such as the row of a submission that was
 * discarded: the row that took its place gets it, else the open tab, else the page's heading.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Focused | null = null;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      if (target.closest('main')) last = focusedIn(target);
      // A popup only borrows it.
      else if (!target.closest(POPUP)) last = null;
    };
    // A click on the background takes the focus away on purpose.
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest('main')) last = null;
    };
    const observer = new MutationObserver(() => {
      if (!last || last.element.isConnected || document.activeElement !== document.body) return;
      if (isPopupOpen()) return;
      replacement(last)?.focus();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener('focusin', onFocusIn);
    addEventListener('pointerdown', onPointerDown);
    return () => {
      observer.disconnect();
      removeEventListener('focusin', onFocusIn);
      removeEventListener('pointerdown', onPointerDown);
    };
  }, []);
}

function focusedIn(element: Element): Focused {
  const grid = element.closest('[role="grid"]') ?? element.closest('section')?.querySelector('[role="grid"]');
  return { element, grid: grid?.getAttribute('aria-label') ?? null };
}

function replacement({ grid }: Focused): HTMLElement | null {
  const row =
    grid === null
      ? null
      : document.querySelector<HTMLElement>(
          `main [role="grid"][aria-label="${CSS.escape(grid)}"] [role="row"][tabindex="0"]`,
        );
  return (
    row ??
    document.querySelector<HTMLElement>('main [role="tab"][aria-selected="true"]') ??
    document.querySelector<HTMLElement>('h1')
  );
}
