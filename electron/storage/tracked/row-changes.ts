import type { DatabaseSync } from 'node:sqlite';

/**
 * Which rows this connection has written since somebody looked, told by triggers that end with it. What was rolled back is
 * among them: it is only looked at once more.
 */
export class RowChanges {
  /** Something in `tracked`. */
  readonly tracked = new Set<number>();
  /** A value of a pinned field. */
  readonly pinned = new Set<number>();
  /** Who is meant: name or number. */
  readonly person = new Set<number>();
  readonly tags = new Set<number>();

  constructor(db: DatabaseSync) {
    for (const [name, rows] of [
      ['tracked', this.tracked],
      ['pinned', this.pinned],
      ['person', this.person],
      ['tags', this.tags],
    ] as const) {
      db.function(`callboard_changed_${name}`, { directOnly: false }, (row) => {
        if (typeof row === 'number') rows.add(row);
        return null;
      });
    }
    db.exec(
      [
        ...['INSERT', 'UPDATE', 'DELETE'].flatMap((write) => [
          trigger('tracked', 'tracked', write),
          trigger('pinned', 'pinned_values', write),
          trigger('tags', 'request_tags', write),
        ]),
        trigger('person', 'submissions', 'UPDATE', ' OF candidate_name, phone_number'),
      ].join('\n'),
    );
  }

  clear(): void {
    for (const rows of [this.tracked, this.pinned, this.person, this.tags]) rows.clear();
  }
}

function trigger(name: string, table: string, write: string, of = ''): string {
  const row = write === 'DELETE' ? 'OLD' : 'NEW';
  return `CREATE TEMP TRIGGER changed_${name}_${write.toLowerCase()} AFTER ${write}${of} ON main.${table}
    BEGIN SELECT callboard_changed_${name}(${row}.row); END;`;
}
