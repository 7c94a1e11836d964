import { MOST_HELD_AT_ONCE } from '../../../shared/holds.ts';
import type { RequestRow } from '../../../shared/request.ts';
import type { RequestSelection } from '../../../shared/request-filter.ts';
import type { RequestQuery } from '../../api/query-keys.ts';
import { resolveSelection } from '../../api/requests.ts';
import type { WorkspaceAccess } from '../../api/workspace.ts';
import { openHold } from '../../parts/holds/open-hold.ts';
import { showToast } from '../../parts/toast.tsx';

/** Rows per call. */
const CHUNK_SIZE = 400;

/** Asks what of the selected requests to hold, and why. */
export async function holdSelected(
  workspace: WorkspaceAccess,
  selection: RequestSelection,
  query: RequestQuery,
): Promise<void> {
  const ids = await resolveSelection(workspace, selection, query);
  if (ids.length > MOST_HELD_AT_ONCE) {
    showToast({
      tone: 'problem',
      title: 'Too many requests for a legal hold each',
      message: `Select at most ${MOST_HELD_AT_ONCE}, or give them a tag and place a legal hold on the tag.`,
    });
    return;
  }
  const rows: RequestRow[] = [];
  for (let start = 0; start < ids.length; start += CHUNK_SIZE) {
    rows.push(...(await workspace.api.requests.rows({ requestIds: ids.slice(start, start + CHUNK_SIZE) })));
  }
  const [first] = rows;
  if (!first) return;
  const { candidateName, jobDescriptionId } = first;
  openHold({
    workspaceId: workspace.id,
    submissionIds: rows.map(({ submissionId }) => submissionId),
    ...(rows.length === 1 && { candidateName }),
    ...(rows.every((row) => row.jobDescriptionId === jobDescriptionId) && { jobDescriptionId }),
    // A tag that all of them have: the hold keeps all.
    tags: first.tags.filter((tag) => rows.every((row) => row.tags.includes(tag))),
  });
}
