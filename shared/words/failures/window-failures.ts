import type { WordsTable } from '../../coded.ts';
import type { FailureValues } from '../../failures.ts';
import type { FailureText } from './failure-text.ts';

/** Failures that the window meets by itself. */
export const WINDOW_FAILURES = {
  app_unreachable: {
    message: 'This part of Callboard is not answering.',
    nextStep:
      'Try again. If that does not help, quit Callboard and start it again: nothing submitted is lost.',
  },
  page_failed: {
    message: "Couldn't show this page. Nothing you submitted is affected.",
    nextStep: 'Try again, or open another page.',
  },
  bad_link: ({ problem }) => ({
    message: `Couldn't open a link. ${LINK_PROBLEMS[problem]}`,
    nextStep: 'Ask whoever made the link for a new one. Nothing was changed.',
  }),
} satisfies Partial<WordsTable<FailureValues, FailureText>>;

const LINK_PROBLEMS: Readonly<Record<FailureValues['bad_link']['problem'], string>> = {
  not_ours: 'It is no link of Callboard.',
  too_long: 'It, or a value in it, is too long.',
  has_host: 'It names a computer, a user or a port; links of Callboard have none.',
  no_such_place: 'It leads to nothing that Callboard has.',
  bad_encoding: 'Its percent signs stand for no text.',
  bad_character: 'It has characters in it that are invisible or change how text reads.',
};
