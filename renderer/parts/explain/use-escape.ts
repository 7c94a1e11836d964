import { useWindowEvent } from '@mantine/hooks';

/** Calls `onEscape` for the Escape key wherever the focus is, as a dialog that must ask first doesn't close by itself. */
export function useEscape(onEscape: () => void): void {
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
  });
}
