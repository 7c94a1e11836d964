import { Button, Checkbox, Group, Modal, Skeleton, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useDiagnosticsText, useSaveDiagnostics } from '../../../api/diagnostics.ts';
import { useCopy } from '../../../parts/copy/use-copy.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import classes from './health.module.css';

/** Shows all diagnostics, so that the user can read them before copying or saving. */
export function DiagnosticsDialog({ onClose }: { onClose: () => void }) {
  const [includeAddresses, setIncludeAddresses] = useState(false);
  const { data: text, error, refetch } = useDiagnosticsText({ includeAddresses });
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title="Diagnostics for your support"
      closeButtonProps={{ 'aria-label': 'Close the diagnostics' }}
    >
      <Stack gap="sm">
        <p className={classes['lead']}>
          This is the complete text. Read it before you send it: Callboard never sends it.
        </p>
        <Checkbox
          size="sm"
          label="Include service addresses"
          checked={includeAddresses}
          onChange={(event) => setIncludeAddresses(event.currentTarget.checked)}
        />
        <ErrorNotice error={error} title="Couldn't collect the diagnostics." onRetry={() => void refetch()} />
        {text === undefined ? !error && <Skeleton height={280} radius="md" /> : <Made text={text} />}
      </Stack>
    </Modal>
  );
}

function Made({ text }: { text: string }) {
  const { copied, copy } = useCopy(text);
  const save = useSaveDiagnostics();
  const savedTo = save.data?.path;
  return (
    <>
      <Textarea
        readOnly
        aria-label="Text of the diagnostics"
        value={text}
        spellCheck={false}
        classNames={{ input: classes['diagnostics'] ?? '' }}
      />
      <ErrorNotice error={save.error} />
      <Group justify="space-between" gap="xs">
        <span className={classes['words']} role="status">
          {copied ? 'Copied.' : savedTo && `Saved to ${savedTo}`}
        </span>
        <Group gap="xs">
          <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate(text)}>
            Save as file
          </Button>
          <Button size="xs" onClick={copy} data-autofocus>
            Copy text
          </Button>
        </Group>
      </Group>
    </>
  );
}
