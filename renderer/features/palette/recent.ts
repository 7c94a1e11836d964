/** How many are offered again. */
const MOST = 4;

let recent: readonly string[] = [];

/** Remembers, until the window closes, that an action was used. */
export function rememberUsed(id: string): void {
  recent = [id, ...recent.filter((other) => other !== id)].slice(0, MOST);
}

/** Ids of the actions used last, the last one first. */
export function recentlyUsed(): readonly string[] {
  return recent;
}
