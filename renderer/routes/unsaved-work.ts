/** Whether a person is in the middle of something that another workspace on screen would take away from them. */

const unsaved = new Set<string>();
let typedOnPage = false;

/** Says that something under this name is typed or chosen and kept nowhere but in this window, or is not any more. */
export function markUnsaved(name: string, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(name);
  else unsaved.delete(name);
}

/**
 * Follows what is typed into the page, whichever field it is; another page begins anew. A search is no loss. To be called
 * once, when the window opens.
 */
export function trackTyping(): void {
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.type === 'search')) typedOnPage = true;
  });
  addEventListener('hashchange', clearTyped);
}

/** What was typed on the page is kept now, or gone with it. */
export function clearTyped(): void {
  typedOnPage = false;
}

/**
 * Whether something typed is not saved, or a dialog is open. Rather once too often than once too little: what is asked for
 * meanwhile is offered, and lost in neither case.
 */
export function hasUnsavedWork(): boolean {
  return typedOnPage || unsaved.size > 0 || document.querySelector('[role="dialog"]') !== null;
}
