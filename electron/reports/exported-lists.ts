import { BYTE_ORDER_MARK, csvLine, toCsv } from '../../shared/csv.ts';
import type { DoNotCallEntry } from '../../shared/do-not-call.ts';
import type { LibraryLabel } from '../../shared/library.ts';
import {
  LIBRARY_FILE_FIELDS,
  LIBRARY_FILE_FORMAT,
  LIBRARY_FILE_VERSION,
  type LibraryFileFormat,
  toLibraryRecord,
} from '../../shared/library-file.ts';

const HEADINGS = [
  'Phone number',
  'Reason',
  'Added (UTC)',
  'Added by',
  'Set by your organisation',
  'Lifted (UTC)',
  'Lifted by',
  'Why it was lifted',
];

/** The do-not-call list as CSV, line by line; an erased person's number is empty. */
export async function* doNotCallToCsv(entries: AsyncIterable<DoNotCallEntry>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS);
  for await (const { phoneNumber, reason, addedAt, addedBy, source, lifted } of entries) {
    const bySource = source === 'policy' ? 'yes' : 'no';
    const lifting = lifted ? [moment(lifted.at), lifted.by, lifted.reason] : [null, null, null];
    yield csvLine([phoneNumber, reason, moment(addedAt), addedBy, bySource, ...lifting]);
  }
}

/** ISO 8601. `at`: UTC ms. */
function moment(at: number): string {
  return new Date(at).toISOString();
}

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
