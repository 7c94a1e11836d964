/** A newer Callboard wrote the database, which is left untouched. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}
