/** How many dialogs were asked for that aren't on screen yet. */
let opening = 0;

/** A dialog is about to open until `shown` settles. Rejects as it does. */
export async function dialogOpens(shown: Promise<void>): Promise<void> {
  opening += 1;
  try {
    await shown;
  } finally {
    opening -= 1;
  }
}

/** Whether a dialog, menu or listbox is open, or about to open. */
export function isPopupOpen(): boolean {
  if (opening > 0) return true;
  if (document.querySelector('[aria-haspopup][aria-expanded="true"]')) return true;
  return [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some(
    (popup) => popup instanceof HTMLElement && popup.checkVisibility({ visibilityProperty: true }),
  );
}

/** Whether the element takes text input. */
export function isTyping(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  ) {
    return true;
  }
  return target instanceof HTMLInputElement && !['radio', 'checkbox', 'button'].includes(target.type);
}

let hadPopup = false;

/** Whether a popup was open when the latest key was pressed, even if that key closed it at once. */
export function wasPopupOpen(): boolean {
  return hadPopup;
}

// From the start, before any dialog listens: with reduced motion one is gone as soon as its own listener has run.
globalThis.addEventListener?.(
  'keydown',
  () => {
    hadPopup = isPopupOpen();
  },
  { capture: true },
);
