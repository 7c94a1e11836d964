import type { DatabaseSync } from 'node:sqlite';
import { resultsIn } from '../../tracking/read-results.ts';
import { readAnswer } from '../answers/answer-store.ts';
import { all, integer } from '../operation.ts';
import { pinsOf, storePinnedValues } from '../tracked/pinned-values.ts';
import type { Migration } from './migration.ts';

/** What people describe about the results of a questionnaire takes the place of scales and headlines that were guessed. */
export const describedFields: Migration = {
  version: 18,
  sql: `
    -- JSON, \`describedField\` of shared/library.ts.
    ALTER TABLE library ADD COLUMN fields TEXT NOT NULL DEFAULT '[]';

    ALTER TABLE pins DROP COLUMN scale;
    UPDATE pins SET kind = 'number' WHERE kind = 'score';

    -- Where a value stands in the order: values of one scale by themselves, others as they were sent; null without one.
    ALTER TABLE pinned_values ADD COLUMN place ANY;
    DROP INDEX pinned_values_in_order;
    CREATE INDEX pinned_values_by_value ON pinned_values (pin, value);
    CREATE INDEX pinned_values_in_order ON pinned_values (pin, place);

    UPDATE tracked SET headline = NULL, headline_key = NULL WHERE headline IS NOT NULL;
  `,
  run(db) {
    for (const row of all(db, 'SELECT DISTINCT workspace FROM pins'))
      readValuesAnew(db, integer(row, 'workspace'));
  },
};

function readValuesAnew(db: DatabaseSync, workspace: number): void {
  const pins = pinsOf(db, workspace);
  for (const each of all(db, 'SELECT row FROM tracked WHERE workspace = ? AND has_results = 1', workspace)) {
    const row = integer(each, 'row');
    storePinnedValues(db, { pins, described: [] }, row, resultsIn(readAnswer(db, row)));
  }
}
