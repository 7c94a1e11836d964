import type { RequestSelection } from '../../../shared/request-filter.ts';
import type { RequestQuery } from '../../api/query-keys.ts';
import { resolveSelection } from '../../api/requests.ts';
import type { WorkspaceAccess } from '../../api/workspace.ts';
import { openNotToCall } from '../../parts/do-not-call/open-not-to-call.ts';

/** Rows per call. */
const CHUNK_SIZE = 400;

/** Asks for a reason, and puts the numbers of the selected requests on the do-not-call list. */
export async function notToCallSelected(
  workspace: WorkspaceAccess,
  selection: RequestSelection,
  query: RequestQuery,
): Promise<void> {
  const ids = await resolveSelection(workspace, selection, query);
  const phoneNumbers: string[] = [];
  for (let start = 0; start < ids.length; start += CHUNK_SIZE) {
    const rows = await workspace.api.requests.rows({ requestIds: ids.slice(start, start + CHUNK_SIZE) });
    for (const { phoneNumber } of rows) phoneNumbers.push(phoneNumber);
  }
  if (phoneNumbers.length > 0) openNotToCall({ workspaceId: workspace.id, phoneNumbers });
}
