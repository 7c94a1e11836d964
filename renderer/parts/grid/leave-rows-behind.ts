/**
 * Rows other than `first` to `last` are about to leave the page, and what draws them will draw others: the focus and
 * the chosen text on them do not go over to those. To be asked before anything is written: to tell what text is chosen,
 * Chromium lays out the page.
 */
export function leaveRowsBehind(grid: HTMLElement, first: number, last: number): void {
  const leaves = (node: Node | null): boolean => {
    const element = node instanceof Element ? node : node?.parentElement;
    const row = element?.closest<HTMLElement>('[data-index]');
    if (!row || !grid.contains(row)) return false;
    const index = Number(row.dataset['index']);
    return index < first || index > last;
  };
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && leaves(activeElement)) activeElement.blur();
  const chosen = document.getSelection();
  if (chosen?.type === 'Range' && (leaves(chosen.anchorNode) || leaves(chosen.focusNode))) chosen.empty();
}
