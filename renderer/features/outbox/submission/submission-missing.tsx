import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { toApiError } from '../../../api/api-error.ts';
import { EmptyState } from '../../../parts/empty-state/empty-state.tsx';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { submissionPath } from '../../../routes/paths.ts';
import { requestSwitch } from '../../../routes/pending-switches.ts';

interface SubmissionMissingProps {
  readonly error: unknown;
  readonly submissionId: string;
  readonly onRetry: () => void;
}

/** In place of a submission that isn't in this workspace: which one has it, or that it doesn't exist. */
export function SubmissionMissing({ error, submissionId, onRetry }: SubmissionMissingProps) {
  const { failure, message } = toApiError(error);
  const { code, values } = failure.error;
  switch (code) {
    case 'submission_not_found':
      return (
        <EmptyState
          title="There's no such submission"
          action={
            <Button component={Link} href="/outbox" variant="default">
              Go to the Outbox
            </Button>
          }
        >
          It may have been erased, or the link that led here is incomplete.
        </EmptyState>
      );
    case 'submission_elsewhere': {
      const { workspace } = values;
      const open = () => requestSwitch({ workspaceId: workspace.id, path: submissionPath(submissionId) });
      return (
        <EmptyState
          title="This submission is in another workspace"
          action={!workspace.removed && <Button onClick={open}>Open it there</Button>}
        >
          {message} Nothing of it is shown here.
        </EmptyState>
      );
    }
    default:
      return <ErrorNotice error={error} onRetry={onRetry} />;
  }
}
