/** Focuses the first field of the form on the page. */
export function focusFirstField(): void {
  document.querySelector<HTMLInputElement>('main form input')?.focus();
}
