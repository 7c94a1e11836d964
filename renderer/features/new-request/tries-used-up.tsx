import { Button } from '@mantine/core';
import type { TriesUsed } from '../../../shared/tries.ts';
import { toApiError } from '../../api/api-error.ts';
import { Notice } from '../../parts/notice/notice.tsx';
import { formatPlanned } from '../../parts/time/format-time.ts';
import { useNow } from '../../parts/time/use-now.ts';

const MINUTE_MS = 60_000;

interface TriesUsedUpProps {
  readonly error: unknown;
  readonly used: TriesUsed;
  /** Chooses the first moment at which the person may be tried again, UTC ms. */
  readonly onLater: (at: number) => void;
}

/** Says that somebody was tried as often as the rules allow, and offers the day from which another try is allowed. */
export function TriesUsedUp({ error, used, onLater }: TriesUsedUpProps) {
  const now = useNow();
  // The time is chosen and shown in minutes.
  const at = Math.ceil(used.nextAt / MINUTE_MS) * MINUTE_MS;
  return (
    <Notice
      tone="problem"
      role="alert"
      title={toApiError(error).message}
      actions={
        <Button
          size="xs"
          variant="default"
          onClick={({ currentTarget: { form } }) => {
            onLater(at);
            // The button goes away with the notice.
            form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
          }}
        >
          Send later: {formatPlanned(at, now)}
        </Button>
      }
    >
      <p>Nothing was sent.</p>
    </Notice>
  );
}
