import type { DatabaseSync } from 'node:sqlite';
import type { PinnedField } from '../../../shared/assessment.ts';
import { resultsIn } from '../../tracking/read-results.ts';
import { readAnswer } from '../answers/answer-store.ts';
import { all, change, integer, one, read, write } from '../operation.ts';
import { workspaceNumber } from '../tracked/facets.ts';
import { pinsOf, type StoredPin, storePinnedValues } from '../tracked/pinned-values.ts';

export const pinOperations = {
  /** The pinned fields of a workspace, the oldest first. */
  list: read((db, workspaceId: string): PinnedField[] => {
    const workspace = workspaceNumber(db, workspaceId);
    return workspace === undefined ? [] : pinnedFields(db, workspace);
  }),

  /** Pins a field (or pins it anew, with another label or kind) and reads its value from every stored result. */
  pin: write((db, workspaceId: string, field: PinnedField): PinnedField[] => {
    const workspace = workspaceNumber(db, workspaceId);
    if (workspace === undefined) return [];
    const stored = one(
      db,
      `INSERT INTO pins (workspace, path, label, kind, scale) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET label = excluded.label, kind = excluded.kind, scale = excluded.scale
       RETURNING pin`,
      workspace,
      field.path,
      field.label,
      field.kind,
      field.scale,
    );
    if (!stored) throw new Error('The pinned field was not stored.');
    readValues(db, workspace, { ...field, pin: integer(stored, 'pin') });
    return pinnedFields(db, workspace);
  }),

  unpin: write((db, workspaceId: string, path: string): PinnedField[] => {
    const workspace = workspaceNumber(db, workspaceId);
    if (workspace === undefined) return [];
    const pin = one(db, 'SELECT pin FROM pins WHERE workspace = ? AND path = ?', workspace, path);
    if (pin) {
      change(db, 'DELETE FROM pinned_values WHERE pin = ?', integer(pin, 'pin'));
      change(db, 'DELETE FROM pins WHERE pin = ?', integer(pin, 'pin'));
    }
    return pinnedFields(db, workspace);
  }),
};

function pinnedFields(db: DatabaseSync, workspace: number): PinnedField[] {
  return pinsOf(db, workspace).map(({ path, label, kind, scale }) => ({ path, label, kind, scale }));
}

function readValues(db: DatabaseSync, workspace: number, pin: StoredPin): void {
  change(db, 'DELETE FROM pinned_values WHERE pin = ?', pin.pin);
  change(
    db,
    'INSERT INTO pinned_values (row, pin) SELECT row, ? FROM tracked WHERE workspace = ?',
    pin.pin,
    workspace,
  );
  for (const each of all(db, 'SELECT row FROM tracked WHERE workspace = ? AND has_results = 1', workspace)) {
    const row = integer(each, 'row');
    storePinnedValues(db, [pin], row, resultsIn(readAnswer(db, row)));
  }
}
