import { Button, Group, Stack } from '@mantine/core';
import { useFocusOnMount } from '../../../parts/form/use-focus-on-mount.ts';
import { HeldList } from '../../../parts/holds/held-notice.tsx';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Notice } from '../../../parts/notice/notice.tsx';
import { countOf } from '../../../parts/text/count-of.ts';
import type { KeptBack } from './erasure-selection.ts';
import classes from './privacy.module.css';

interface KeptQuestionProps {
  readonly kept: KeptBack;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onErase: () => void;
  readonly onClose: () => void;
}

/** The second question before something is erased that a hold or the organisation's floor keeps: why, since when, by whom. */
export function KeptQuestion({
  kept: { holds, young, floorDays },
  busy,
  error,
  onErase,
  onClose,
}: KeptQuestionProps) {
  const keep = useFocusOnMount<HTMLButtonElement>();
  return (
    <Stack gap="md" className={classes['ask'] ?? ''}>
      {holds.length > 0 && (
        <Notice tone="warning" title="This is under legal hold" role="alert">
          <HeldList holds={holds} />
        </Notice>
      )}
      {young > 0 && (
        <Notice
          tone="warning"
          title={`Your organisation keeps records for at least ${countOf(floorDays, 'day')}`}
          role="alert"
        >
          {countOf(young, 'entry', 'entries')} {young === 1 ? 'is' : 'are'} younger than that. A person’s
          request to be erased can be reason enough; whether it is, is for you to know. This is no legal
          advice.
        </Notice>
      )}
      <p>
        Erase it nevertheless? The receipt and the evidence will say{' '}
        {holds.length > 0 ? 'that it was under legal hold' : 'that it was younger'}, but not who it was.
        {holds.length > 0 && ' A legal hold on the person ends when nothing is left for it to keep.'}
      </p>
      <ErrorNotice error={error} />
      <Group justify="flex-end" gap="xs">
        <Button ref={keep} variant="default" onClick={onClose}>
          Keep everything
        </Button>
        <Button color="red.9" loading={busy} onClick={onErase}>
          Erase nevertheless
        </Button>
      </Group>
    </Stack>
  );
}
