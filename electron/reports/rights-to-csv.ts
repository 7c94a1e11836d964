import { BYTE_ORDER_MARK, csvLine } from '../../shared/csv.ts';
import type { RightsRequest } from '../../shared/rights.ts';
import { RIGHTS_KIND_WORDS, RIGHTS_STATE_WORDS, RIGHTS_WAY_WORDS } from '../../shared/words/rights-words.ts';

const HEADINGS = [
  'Received',
  'Asked for',
  'Name',
  'Phone number',
  'Came by',
  'Due',
  'State',
  'Closed',
  'Why it was refused',
  'Note',
  'Person erased',
];

/** The register of candidates' requests as CSV. */
export function rightsToCsv(entries: readonly RightsRequest[]): string {
  const lines = entries.map((each) =>
    csvLine([
      each.receivedOn,
      RIGHTS_KIND_WORDS[each.kind],
      each.name,
      each.phone,
      RIGHTS_WAY_WORDS[each.way],
      each.dueOn,
      RIGHTS_STATE_WORDS[each.state],
      each.closedOn,
      each.refusal,
      each.note,
      each.erased ? 'yes' : 'no',
    ]),
  );
  return BYTE_ORDER_MARK + csvLine(HEADINGS) + lines.join('');
}
