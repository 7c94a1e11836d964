/** An id short enough for a grid: the first eight characters of a long one. */
export function shortId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 8)}…` : id;
}
