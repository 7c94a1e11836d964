/** After a refused submit, puts the cursor into the first field that is wrong, as soon as it is marked. */
export function focusFirstError(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus();
  });
}
