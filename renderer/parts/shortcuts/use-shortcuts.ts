import { useEffect } from 'react';
import { runShortcut } from './actions.ts';
import { isPrefix, keyCombo, shortcutsFor } from './key-sequences.ts';
import { isPopupOpen, isTyping } from './keyboard-focus.ts';
import { bufferKey, closeOverlay, openedOverlay, openOverlay } from './overlay.ts';

/** How long a sequence waits for its next key, ms. */
const SEQUENCE_TIMEOUT_MS = 1500;

/**
 * Listens for shortcuts. Those without a modifier fire only outside text fields and popups (WCAG 2.1.4), and only if the
 * setting is on.
 */
export function useShortcuts({ singleKeys }: { singleKeys: boolean }): void {
  useEffect(() => {
    let prefix = '';
    let prefixAt = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const combo = keyCombo(event);
      if (combo === null || isModifier(event.key)) return;
      if (combo === 'mod+K') return togglePalette(event);
      if (combo === 'mod+Enter') return submitForm(event);
      // Has a listener of its own, which lets a page undo its own changes first.
      if (combo === 'mod+Z') return;
      if (event.repeat || !singleKeys || isTyping(event.target) || isPopupOpen()) return;
      const expired = event.timeStamp - prefixAt >= SEQUENCE_TIMEOUT_MS;
      const sequence = prefix === '' || expired ? combo : `${prefix} ${combo}`;
      const found = shortcutsFor(sequence).some((id) => runShortcut(id));
      prefix = !found && isPrefix(sequence) ? sequence : '';
      prefixAt = event.timeStamp;
      if (found || prefix !== '') event.preventDefault();
    };
    addEventListener('keydown', bufferForPalette, { capture: true });
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', bufferForPalette, { capture: true });
      removeEventListener('keydown', onKeyDown);
    };
  }, [singleKeys]);
}

function isModifier(key: string): boolean {
  return key === 'Shift' || key === 'Control' || key === 'Meta' || key === 'Alt';
}

/** Opens or closes the palette, but does not open it above another dialog. */
function togglePalette(event: KeyboardEvent): void {
  event.preventDefault();
  if (openedOverlay() === 'palette') closeOverlay();
  else if (openedOverlay() === 'shortcuts' || !isDialogOpen()) openOverlay('palette');
}

/**
 * Keys typed while the palette loads are meant for its field, not for single-key shortcuts or for whatever still has the
 * focus: Enter would open a list's row.
 */
function bufferForPalette(event: KeyboardEvent): void {
  if (openedOverlay() !== 'palette' || isDialogOpen()) return;
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!bufferKey(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}

/** Submits the form that has the focus, even from a multi-line field. */
function submitForm(event: KeyboardEvent): void {
  const form = event.target instanceof HTMLElement ? event.target.closest('form') : null;
  if (!form) return;
  event.preventDefault();
  form.requestSubmit();
}
