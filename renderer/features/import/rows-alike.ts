import type { ImportField } from '../../../shared/import-problems.ts';
import type { OpenImport } from './import-state.ts';
import { LIBRARY_FIELDS } from './reading/import-fields.ts';

/** A correction that other rows with the same text may need, too. */
export interface AlikeOffer {
  readonly field: ImportField;
  /** The text before the correction. */
  readonly from: string;
  readonly to: string;
}

/** Numbers of the rows that still have this text, without those queued or left out. */
export function rowsAlike(
  { checked, queued, edits }: Pick<OpenImport, 'checked' | 'queued' | 'edits'>,
  { field, from }: Pick<AlikeOffer, 'field' | 'from'>,
): readonly number[] {
  // Empty names and links are different people's; jobs and days of notice are often the same.
  if (from === '' && !LIBRARY_FIELDS[field] && field !== 'noticeOn') return [];
  return checked.flatMap(({ number, values }) =>
    values[field] === from && !queued.has(number) && !edits.excluded.has(number) ? [number] : [],
  );
}
