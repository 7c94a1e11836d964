/** What stands above the notes of a backup, below those that were here. `madeAt`: UTC ms. */
export function backupNotesHeading(madeAt: number): string {
  return `From a backup of ${backupDay(madeAt)}:`;
}

/** The day of a backup, UTC. */
export function backupDay(madeAt: number): string {
  return new Date(madeAt).toISOString().slice(0, 10);
}
