import { useEffect } from 'react';
import { runShortcut } from './actions.ts';
import { SHORTCUTS, type ShortcutId } from './catalogue.ts';
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

/** The relevant properties of a KeyboardEvent. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** A key press in the catalogue's notation: `J`, `Shift+R`, `?`, `mod+K`; null if Alt is pressed. */
export function keyCombo({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | null {
  if (altKey) return null;
  const letter = key.length === 1 ? key.toUpperCase() : key;
  // Whether a symbol such as `?` needs Shift depends on the keyboard layout.
  const shift = shiftKey && letter.toLowerCase() !== letter.toUpperCase() ? 'Shift+' : '';
  return `${ctrlKey || metaKey ? 'mod+' : ''}${shift}${letter}`;
}

/** Shortcuts by their key sequence, such as `G R`. */
const BY_SEQUENCE: ReadonlyMap<string, readonly ShortcutId[]> = (() => {
  const bySequence = new Map<string, ShortcutId[]>();
  for (const id of Object.keys(SHORTCUTS)) {
    if (!isShortcutId(id)) continue;
    for (const sequence of SHORTCUTS[id].keys.split(' | '))
      bySequence.set(sequence, [...(bySequence.get(sequence) ?? []), id]);
  }
  return bySequence;
})();

function isShortcutId(id: string): id is ShortcutId {
  return Object.hasOwn(SHORTCUTS, id);
}

export function shortcutsFor(sequence: string): readonly ShortcutId[] {
  return BY_SEQUENCE.get(sequence) ?? [];
}

/** Whether a longer shortcut starts with this sequence. */
export function isPrefix(sequence: string): boolean {
  return [...BY_SEQUENCE.keys()].some((known) => known.startsWith(`${sequence} `));
}
