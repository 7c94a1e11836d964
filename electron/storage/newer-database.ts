/** The database was written by a newer Callboard than this one: it is left untouched. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}
