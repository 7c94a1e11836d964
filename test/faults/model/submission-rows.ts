import type { DatabaseSync } from 'node:sqlite';
import { all, integer, one, text } from '../../../electron/storage/operation.ts';
import { stores as operations, type Stores } from '../../../electron/storage/stores/index.ts';
import { rowToSubmission, SUBMISSION_COLUMNS } from '../../../electron/storage/stores/submission-row.ts';
import type { Submission } from '../../../shared/submission.ts';
import { sampleWorkspace } from '../../electron/sample-submission.ts';
import type { storesInMemory } from '../../electron/storage/stores-in-memory.ts';

/** Called with every row that a write has changed; `before` is undefined for a new one. */
type RowListener = (before: Submission | undefined, after: Submission) => void;

/** The app's store of submissions on a database in memory; knows at any time what is in it, and tells of every change. */
export class SubmissionRows {
  readonly submissions: Stores['submissions'];
  /** How many rows were added or changed. */
  changes = 0;
  private readonly db: DatabaseSync;
  private readonly onRow: RowListener;
  private readonly known = new Map<string, Submission>();

  constructor(
    { db, stores }: ReturnType<typeof storesInMemory>,
    workspaceIds: readonly string[],
    onRow: RowListener,
  ) {
    this.db = db;
    this.onRow = onRow;
    for (const id of workspaceIds) {
      const baseUrl = `https://${id}.example.com`;
      void stores.workspaces.save(sampleWorkspace({ id, baseUrl }), 0);
    }
    this.submissions = this.watched(stores.submissions);
  }

  row(id: string): Submission | undefined {
    return this.known.get(id);
  }

  /** Every row, in insertion order. */
  rows(): Submission[] {
    return [...this.known.values()];
  }

  close(): void {
    this.db.close();
  }

  private watched(inner: Stores['submissions']): Stores['submissions'] {
    const modes: Readonly<Record<string, { readonly mode: string }>> = operations.submissions;
    const calls = Object.entries<(...args: never[]) => Promise<unknown>>(inner).map(([name, call]) => [
      name,
      modes[name]?.mode === 'read'
        ? call
        : (...args: never[]) => {
            // It has run by the time it returns.
            const answer = call(...args);
            this.readChanges();
            return answer;
          },
    ]);
    return Object.fromEntries(calls);
  }

  private readChanges(): void {
    for (const row of all(this.db, 'SELECT id, revision FROM submissions ORDER BY row')) {
      const id = text(row, 'id');
      const before = this.known.get(id);
      if (before?.revision === integer(row, 'revision')) continue;
      const stored = one(this.db, `SELECT ${SUBMISSION_COLUMNS} FROM submissions WHERE id = ?`, id);
      if (!stored) continue;
      const after = rowToSubmission(stored);
      this.known.set(id, after);
      this.changes += 1;
      this.onRow(before, after);
    }
  }
}
