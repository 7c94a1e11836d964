/** Moves the keyboard to the page's search box; `otherwise` where it has none. */
export function focusSearch(otherwise: () => void): void {
  const box = [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')].find((input) =>
    input.checkVisibility(),
  );
  if (!box) otherwise();
  box?.focus();
  box?.select();
}
