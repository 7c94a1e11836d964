import type { LinkProblem } from '../../shared/deep-link.ts';
import type { ShownLink } from '../../shared/ipc/bridge.ts';
import { ApiError } from '../api/api-error.ts';

/** What a link would open, after "wants to open". */
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

/** Says why a link opens nothing. */
export function linkError(problem: LinkProblem): ApiError {
  return new ApiError({
    code: 'bad_link',
    message: `A link could not be opened. ${WORDS[problem]}`,
    nextStep: 'Ask whoever made the link for a new one. Nothing was changed.',
  });
}

const WORDS: Record<LinkProblem, string> = {
  not_ours: 'It is no link of Callboard.',
  too_long: 'It, or a value in it, is too long.',
  has_host: 'It names a computer, a user or a port; links of Callboard have none.',
  no_such_place: 'It leads to nothing that Callboard has.',
  bad_encoding: 'Its percent signs stand for no text.',
  bad_character: 'It has characters in it that are invisible or change how text reads.',
};
