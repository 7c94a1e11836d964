import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopy } from './use-copy.ts';

/** A button that copies a text. `label` says what it copies: `Copy request ID`. */
export function CopyIconButton({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <Tooltip label={copied ? 'Copied' : label}>
      <ActionIcon size="sm" aria-label={label} onClick={copy}>
        {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
