/** True while a dialog, a menu or a list of choices has the keyboard, or was asked for and is about to be there. */
export function isPopupOpen(): boolean {
  if (document.querySelector('[aria-haspopup][aria-expanded="true"]')) return true;
  return [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some(
    (each) => each instanceof HTMLElement && each.checkVisibility({ visibilityProperty: true }),
  );
}

/** True where letters and digits are text. */
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
