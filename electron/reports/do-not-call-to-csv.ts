import { BYTE_ORDER_MARK, csvLine } from '../../shared/csv.ts';
import type { DoNotCallEntry } from '../../shared/do-not-call.ts';

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
