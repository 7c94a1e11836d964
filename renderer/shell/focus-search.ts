/** Focuses the page's search box; calls `fallback` if there is none. */
export function focusSearch(fallback: () => void): void {
  const box = [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')].find((input) =>
    input.checkVisibility(),
  );
  if (!box) fallback();
  box?.focus();
  box?.select();
}
