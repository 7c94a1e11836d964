import { useEffect } from 'react';
import { isPopupOpen } from '../shortcuts/keyboard-focus.ts';

/** Where the focus was: the element, and the group or list that it belonged to. */
interface Focused {
  readonly element: Element;
  /** The name of the group's grid. */
  readonly grid: string | null;
  /** The name of the list, and which of its entries it was in. */
  readonly list: { readonly name: string; readonly at: number } | null;
}

const POPUP = '[role="dialog"], [role="menu"], [role="listbox"]';

/**
 * While the page is shown, keeps the focus on it when what had it goes away, such as the row of a submission that was
 * discarded: the row that took its place gets it, or the next button of the list, else the open tab, else the page's heading.
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
  return { element, grid: grid?.getAttribute('aria-label') ?? null, list: listOf(element) };
}

function listOf(element: Element): Focused['list'] {
  const entry = element.closest('main ul[aria-label] > li');
  const name = entry?.parentElement?.getAttribute('aria-label');
  if (!entry?.parentElement || !name) return null;
  return { name, at: [...entry.parentElement.children].indexOf(entry) };
}

/** The button of the entry that is there now, of the next that has one, or of the last before it. */
function buttonInList({ name, at }: NonNullable<Focused['list']>): HTMLElement | undefined {
  const entries = [...document.querySelectorAll(`main ul[aria-label="${CSS.escape(name)}"] > li`)];
  const buttons = (some: readonly Element[]) =>
    some.flatMap((entry) => entry.querySelector<HTMLElement>('button:enabled') ?? []);
  return buttons(entries.slice(at))[0] ?? buttons(entries.slice(0, at)).at(-1);
}

function replacement({ grid, list }: Focused): HTMLElement | null {
  const row =
    grid === null
      ? null
      : document.querySelector<HTMLElement>(
          `main [role="grid"][aria-label="${CSS.escape(grid)}"] [role="row"][tabindex="0"]`,
        );
  return (
    row ??
    (list && buttonInList(list)) ??
    document.querySelector<HTMLElement>('main [role="tab"][aria-selected="true"]') ??
    document.querySelector<HTMLElement>('h1')
  );
}
