/** Runs `change`, awaits `done` and returns the indexes of grid rows whose DOM changed in between. */
export async function rowsMutatedBy(change: () => void, done: () => Promise<unknown>): Promise<number[]> {
  const rows = new Set<number>();
  const record = (records: readonly MutationRecord[]) => {
    for (const { target } of records) {
      const row = (target instanceof Element ? target : target.parentElement)?.closest('[role="row"]');
      const index = row instanceof HTMLElement ? row.dataset['index'] : undefined;
      if (index !== undefined) rows.add(Number(index));
    }
  };
  const observer = new MutationObserver(record);
  observer.observe(document.body, { subtree: true, attributes: true, characterData: true, childList: true });
  change();
  await done();
  record(observer.takeRecords());
  observer.disconnect();
  return [...rows].toSorted((a, b) => a - b);
}
