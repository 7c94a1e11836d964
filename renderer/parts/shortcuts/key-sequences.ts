import { SHORTCUTS, type ShortcutId } from './catalogue.ts';

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
