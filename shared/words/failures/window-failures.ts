import type { WordsTable } from '../../coded.ts';
import type { FailureValues } from '../../failures.ts';
import type { FailureText } from './failure-text.ts';

export const WINDOW_FAILURES = {
  app_unreachable: {
    message: 'This part of Callboard is not answering.',
    nextStep:
      "Try again. If that doesn't help, quit Callboard and start it again. Nothing you submitted is lost.",
  },
  page_failed: {
    message: "Couldn't show this page. Nothing you submitted is affected.",
    nextStep: 'Try again, or open another page.',
  },
  changed_since: { message: 'It has changed since, or is gone.' },
  bad_link: ({ problem }) => ({
    message: `Couldn't open a link. ${LINK_PROBLEMS[problem]}`,
    nextStep: 'Ask whoever made the link for a new one. Nothing was changed.',
  }),
} satisfies Partial<WordsTable<FailureValues, FailureText>>;

const LINK_PROBLEMS: Readonly<Record<FailureValues['bad_link']['problem'], string>> = {
  not_ours: 'It is not a Callboard link.',
  too_long: 'It, or a value in it, is too long.',
  has_host: 'It contains a host, user name or port, which Callboard links never do.',
  no_such_place: "It doesn't lead to a page of Callboard.",
  bad_encoding: 'Its percent-encoding is invalid.',
  bad_character: 'It contains characters that are invisible or change the direction of text.',
};
