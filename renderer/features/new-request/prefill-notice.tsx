import { Button } from '@mantine/core';
import type { RequestPrefill } from '../../../shared/deep-link.ts';
import { Notice } from '../../parts/notice/notice.tsx';

interface PrefillNoticeProps {
  /** The prefill that needs the user's permission to replace the form. */
  readonly question: RequestPrefill | null;
  /** A link filled in the form. */
  readonly filled: boolean;
  readonly onUse: (prefill: RequestPrefill) => void;
  readonly onKeep: (prefill: RequestPrefill) => void;
}

/** Says that a link filled in the form, or asks whether it may. */
export function PrefillNotice({ question, filled, onUse, onKeep }: PrefillNoticeProps) {
  if (question) {
    const { candidateName } = question;
    return (
      <Notice
        tone="info"
        role="alert"
        title={
          candidateName ? (
            <>
              A link has the details of <bdi>{candidateName}</bdi>
            </>
          ) : (
            'A link can fill in this form'
          )
        }
        actions={
          <>
            <Button size="xs" variant="default" onClick={() => onUse(question)}>
              Use the link
            </Button>
            <Button size="xs" variant="subtle" color="gray" onClick={() => onKeep(question)}>
              Keep my input
            </Button>
          </>
        }
      >
        The form isn’t empty. Nothing is replaced unless you choose to.
      </Notice>
    );
  }
  if (!filled) return null;
  return (
    <div role="status">
      <Notice tone="info" title="Filled in from a link">
        Check it before you submit. Callboard doesn’t know who wrote the link.
      </Notice>
    </div>
  );
}
