/** The tab of the Outbox, or the search in it, that a person looked at last, by workspace. */
const places = new Map<string, string>();

/** Call while a tab of the Outbox or a search in it is on screen. */
export function rememberOutboxPlace(workspaceId: string, path: string): void {
  places.set(workspaceId, path);
}

/** Call after an erasure: a search may contain the person's name. */
export function forgetOutboxPlaces(): void {
  places.clear();
}

/** Where someone who leaves a submission goes on: where they came from, or else the whole Outbox. */
export function outboxPlace(workspaceId: string): string {
  return places.get(workspaceId) ?? '/outbox';
}
