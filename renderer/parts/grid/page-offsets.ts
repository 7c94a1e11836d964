/** The offsets of the pages with rows `first` to `last`, except the first page, which a list always loads. */
export function pageOffsets(pageSize: number, first: number, last: number): readonly number[] {
  const offsets: number[] = [];
  for (let page = Math.max(1, Math.floor(first / pageSize)); page * pageSize <= last; page += 1) {
    offsets.push(page * pageSize);
  }
  return offsets;
}
