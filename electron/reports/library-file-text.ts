import { toCsv } from '../../shared/csv.ts';
import type { LibraryLabel } from '../../shared/library.ts';
import {
  LIBRARY_FILE_FIELDS,
  LIBRARY_FILE_FORMAT,
  LIBRARY_FILE_VERSION,
  type LibraryFileFormat,
  toLibraryRecord,
} from '../../shared/library-file.ts';

/** The Library as a file to share with a team. */
export function libraryFileText(labels: readonly LibraryLabel[], format: LibraryFileFormat): string {
  const entries = labels.map(toLibraryRecord);
  if (format === 'json') {
    const file = { format: LIBRARY_FILE_FORMAT, version: LIBRARY_FILE_VERSION, entries };
    return `${JSON.stringify(file, null, 2)}\n`;
  }
  const rows = labels.map((label) => {
    const entry = {
      ...toLibraryRecord(label),
      fields: label.fields.length === 0 ? '' : JSON.stringify(label.fields),
    };
    return LIBRARY_FILE_FIELDS.map((field) => String(entry[field] ?? ''));
  });
  return toCsv([LIBRARY_FILE_FIELDS, ...rows]);
}
