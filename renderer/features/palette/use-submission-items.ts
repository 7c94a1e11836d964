import { useLocation } from 'wouter';
import type { FoundSubmission } from '../../../shared/submission-search.ts';
import { submissionStateWords } from '../../../shared/words/submission-state-words.ts';
import { useFoundSubmissions } from '../../api/submission-search.ts';
import { shortId } from '../../parts/text/short-id.ts';
import { formatDate } from '../../parts/time/format-time.ts';
import { foundSubmissionsPath, submissionPath } from '../../routes/paths.ts';
import type { PaletteItem } from './use-palette-items.ts';

const MAX_SUBMISSIONS = 5;
const GROUP = 'Outbox';

/** Submissions without a request that match a search, with where they stand. */
export function useSubmissionItems(words: string): {
  readonly items: readonly PaletteItem[];
  readonly pending: boolean;
} {
  const [, navigate] = useLocation();
  const { rows, total, isPending } = useFoundSubmissions(words, MAX_SUBMISSIONS);
  const items = rows.map((row) => submissionItem(row, () => navigate(submissionPath(row.id))));
  const all: PaletteItem = {
    id: 'search-submissions',
    name: `Search the Outbox for “${words}”`,
    group: GROUP,
    run: () => navigate(foundSubmissionsPath(words)),
  };
  return { items: total > rows.length ? [...items, all] : items, pending: isPending };
}

function submissionItem(row: FoundSubmission, run: () => void): PaletteItem {
  return {
    id: `submission.${row.id}`,
    name: row.candidateName,
    group: GROUP,
    detail: submissionStateWords(row),
    about: { job: row.jobName ?? shortId(row.jobDescriptionId), date: formatDate(row.createdAt) },
    run,
  };
}
