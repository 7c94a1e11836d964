import type { LinkProblem } from '../../../shared/deep-link.ts';
import type { ShownLink } from '../../../shared/ipc/bridge.ts';
import { WINDOW_FAILURES } from '../../../shared/words/failures/window-failures.ts';
import { ApiError } from '../../api/api-error.ts';

/** What a link opens, for use after "wants to open". */
export function linkTarget(link: ShownLink): string {
  switch (link.kind) {
    case 'new_request':
      return link.fields.candidateName ? `New request for ${link.fields.candidateName}` : 'New request';
    case 'request':
      return 'a request';
    case 'unknown':
      return 'Callboard';
  }
}

/** Why a link can't be opened. */
export function linkError(problem: LinkProblem): ApiError {
  return new ApiError({ code: 'bad_link', values: { problem } }, WINDOW_FAILURES.bad_link({ problem }));
}
