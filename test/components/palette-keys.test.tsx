import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  closeOverlay,
  consumeEarlyEnter,
  openOverlay,
  paletteText,
  useShortcuts,
} from '../../renderer/parts/shortcuts.ts';
import { renderInTheme } from './render-in-theme.tsx';

/** A row that opens on Enter, as those of the lists do. */
function List({ onKey }: { onKey: (key: string) => void }) {
  useShortcuts({ singleKeys: true });
  return (
    <button
      type="button"
      onKeyDown={(event) => {
        onKey(event.key);
        event.preventDefault();
      }}
    >
      Ada
    </button>
  );
}

afterEach(() => closeOverlay());

test('keys that come before the palette has loaded are its own, whatever has the focus', async () => {
  const keys: string[] = [];
  await renderInTheme(<List onKey={(key) => keys.push(key)} />);
  (page.getByRole('button', { name: 'Ada' }).element() as HTMLElement).focus();
  openOverlay('palette');
  await userEvent.keyboard('ax {Enter}');
  expect(keys).toEqual([]);
  expect(paletteText.get()).toBe('ax ');
  expect(consumeEarlyEnter()).toBe(true);
});
