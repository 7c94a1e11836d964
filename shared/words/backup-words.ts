/** Heading above notes from a backup, which are appended to the local notes. `madeAt`: UTC ms. */
export function backupNotesHeading(madeAt: number): string {
  return `From a backup of ${backupDay(madeAt)}:`;
}

/** Date of a backup, UTC. */
export function backupDay(madeAt: number): string {
  return new Date(madeAt).toISOString().slice(0, 10);
}
