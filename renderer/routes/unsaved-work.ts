/** Tracks whether switching to another workspace now would lose or interrupt the person's work. */

const unsaved = new Set<string>();
let typedOnPage = false;

/** Sets or clears a named flag for work that exists only in this window. */
export function markUnsaved(name: string, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(name);
  else unsaved.delete(name);
}

/** Watches all fields except search boxes for typing; navigation resets it. Call once, when the window opens. */
export function trackTyping(): void {
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.type === 'search')) typedOnPage = true;
  });
  addEventListener('hashchange', clearTyped);
}

/** Call when what was typed on the page has been saved or discarded. */
export function clearTyped(): void {
  typedOnPage = false;
}

/** Whether anything typed is unsaved or a dialog is open. Errs towards true: the switch is then offered instead of made. */
export function hasUnsavedWork(): boolean {
  return typedOnPage || unsaved.size > 0 || document.querySelector('[role="dialog"]') !== null;
}
