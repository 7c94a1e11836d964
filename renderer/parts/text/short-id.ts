/** Shortens a long ID to eight characters, for grids. */
export function shortId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 8)}…` : id;
}
