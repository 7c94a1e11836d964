import { Text } from '@mantine/core';

/** Says next to a heading that a change was saved. */
export function SavedMark({ saved }: { saved: boolean }) {
  return (
    <Text span inherit fz="xs" c="var(--tone-good)" aria-live="polite">
      {saved && 'Saved'}
    </Text>
  );
}
