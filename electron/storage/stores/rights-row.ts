import { RIGHTS_KINDS, RIGHTS_STATES, RIGHTS_WAYS, type RightsRequest } from '../../../shared/rights.ts';
import { oneOf, type Row, text, textOrNull } from '../operation.ts';

/** An entry of the register of candidates' requests. */
export function rowToRights(row: Row): RightsRequest {
  return {
    id: text(row, 'id'),
    kind: oneOf(row, 'kind', RIGHTS_KINDS),
    way: oneOf(row, 'way', RIGHTS_WAYS),
    state: oneOf(row, 'state', RIGHTS_STATES),
    receivedOn: text(row, 'received_on'),
    dueOn: text(row, 'due_on'),
    closedOn: textOrNull(row, 'closed_on'),
    name: text(row, 'name'),
    phone: text(row, 'phone'),
    note: text(row, 'note'),
    refusal: text(row, 'refusal'),
    submissionId: textOrNull(row, 'submission_id'),
    erased: row['erased'] === 1,
  };
}
