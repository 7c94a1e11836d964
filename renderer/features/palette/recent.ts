const MAX_RECENT = 4;

let recent: readonly string[] = [];

/** Remembers an action until the window closes. */
export function rememberUsed(id: string): void {
  recent = [id, ...recent.filter((other) => other !== id)].slice(0, MAX_RECENT);
}

/** IDs of the actions used last, the latest first. */
export function recentlyUsed(): readonly string[] {
  return recent;
}
