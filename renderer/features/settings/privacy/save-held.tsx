import { Button, Group } from '@mantine/core';
import type { ErasureChoice } from '../../../../shared/privacy.ts';
import { useSaveHeld } from '../../../api/privacy.ts';
import { showSavedFile } from '../../../parts/export/show-saved-file.tsx';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';

const FORMATS = [
  { format: 'html', words: 'Save what is held' },
  { format: 'json', words: 'As JSON' },
] as const;

interface SaveHeldProps {
  readonly choice: () => ErasureChoice;
  readonly disabled: boolean;
  readonly onSaved: () => void;
}

/** Saves what is held about a person: the selected entries, with everything stored about each. */
export function SaveHeld({ choice, disabled, onSaved }: SaveHeldProps) {
  const save = useSaveHeld();
  const run = (format: 'html' | 'json') =>
    save.mutate(
      { ...choice(), format },
      {
        onSuccess: ({ path }) => {
          if (path === null) return;
          showSavedFile({ title: 'What is held was saved', path });
          onSaved();
        },
      },
    );
  return (
    <>
      <Group gap={6} wrap="nowrap">
        {FORMATS.map(({ format, words }) => (
          <Button
            key={format}
            size="xs"
            variant="default"
            aria-label={format === 'json' ? 'Save what is held as JSON' : words}
            disabled={disabled || save.isPending}
            onClick={() => run(format)}
          >
            {words}
          </Button>
        ))}
      </Group>
      <ErrorNotice error={save.error} />
    </>
  );
}
