import { Button } from '@mantine/core';
import { toApiError } from '../../api/api-error.ts';
import { Notice } from './notice.tsx';

interface ErrorNoticeProps {
  /** What a query or mutation threw; renders nothing if empty. */
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: () => void;
}

/** An error message and its next step. */
export function ErrorNotice({ error, title, onRetry }: ErrorNoticeProps) {
  if (!error) return null;
  const { message, nextStep } = toApiError(error);
  return (
    <Notice
      tone="problem"
      role="alert"
      title={title ?? message}
      actions={
        onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {title && <p>{message}</p>}
      {nextStep && <p>{nextStep}</p>}
    </Notice>
  );
}
