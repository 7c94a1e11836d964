import { useEffect } from 'react';
import { runShortcut } from './actions.ts';
import { isPrefix, keyCombo, shortcutsFor } from './key-sequences.ts';
import { isPopupOpen, isTyping } from './keyboard-focus.ts';
import { bufferKey, closeOverlay, openedOverlay, openOverlay } from './overlay.ts';

/** After the first key of two the second is waited for so long, ms. */
const SECOND_KEY_MS = 1500;

/**
 * Listens for shortcuts. Those of one key fire only while nothing is typed in or open (WCAG 2.1.4), and not at all
 * where the person has turned them off.
 */
export function useShortcuts({ singleKeys }: { singleKeys: boolean }): void {
  useEffect(() => {
    let before = '';
    let beforeAt = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (openedOverlay() === 'palette' && !dialogIsOpen()) return keepForPalette(event);
      const press = keyCombo(event);
      if (press === null || isModifier(event.key)) return;
      if (press === 'mod+K') return togglePalette(event);
      if (press === 'mod+Enter') return submitForm(event);
      if (event.repeat || !singleKeys || isTyping(event.target) || isPopupOpen()) return;
      const begun = event.timeStamp - beforeAt < SECOND_KEY_MS ? before : '';
      const steps = begun === '' ? press : `${begun} ${press}`;
      const found = shortcutsFor(steps).some((id) => runShortcut(id));
      before = !found && isPrefix(steps) ? steps : '';
      beforeAt = event.timeStamp;
      if (found || before !== '') event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [singleKeys]);
}

function isModifier(key: string): boolean {
  return key === 'Shift' || key === 'Control' || key === 'Meta' || key === 'Alt';
}

/** Over another dialog nothing opens: it asks something first. */
function togglePalette(event: KeyboardEvent): void {
  event.preventDefault();
  if (openedOverlay() === 'palette') closeOverlay();
  else if (openedOverlay() === 'shortcuts' || !dialogIsOpen()) openOverlay('palette');
}

/** Who types on at once after opening the palette means its field, and none of the single keys. */
function keepForPalette(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (bufferKey(event.key)) event.preventDefault();
}

function dialogIsOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}

/** Ctrl or Cmd with Enter submits the form one is in, from a field of several lines too. */
function submitForm(event: KeyboardEvent): void {
  const form = event.target instanceof HTMLElement ? event.target.closest('form') : null;
  if (!form) return;
  event.preventDefault();
  form.requestSubmit();
}
