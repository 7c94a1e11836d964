/** Runs `change` and what follows until `done`; answers the rows of grids, by their numbers, in which anything was written. */
export async function rowsMutatedBy(change: () => void, done: () => Promise<unknown>): Promise<number[]> {
  const rows = new Set<number>();
  const note = (records: readonly MutationRecord[]) => {
    for (const { target } of records) {
      const row = (target instanceof Element ? target : target.parentElement)?.closest('[role="row"]');
      const index = row instanceof HTMLElement ? row.dataset['index'] : undefined;
      if (index !== undefined) rows.add(Number(index));
    }
  };
  const observer = new MutationObserver(note);
  observer.observe(document.body, { subtree: true, attributes: true, characterData: true, childList: true });
  change();
  await done();
  note(observer.takeRecords());
  observer.disconnect();
  return [...rows].toSorted((a, b) => a - b);
}
