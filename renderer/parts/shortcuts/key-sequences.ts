import { parseKeys, SHORTCUTS, type ShortcutId } from './catalogue.ts';

/** What of a key press matters here. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The key of a press as the catalogue writes it: `J`, `Shift+R`, `?`, `mod+K`; null for one with Alt. */
export function keyCombo({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | null {
  if (altKey) return null;
  const letter = key.length === 1 ? key.toUpperCase() : key;
  // Whether a sign such as `?` needs Shift depends on the keyboard.
  const shift = shiftKey && letter.toLowerCase() !== letter.toUpperCase() ? 'Shift+' : '';
  return `${ctrlKey || metaKey ? 'mod+' : ''}${shift}${letter}`;
}

/** Shortcuts by the steps that lead to them, such as `G R`. */
const BY_STEPS: ReadonlyMap<string, readonly ShortcutId[]> = (() => {
  const found = new Map<string, ShortcutId[]>();
  for (const id of Object.keys(SHORTCUTS)) {
    if (!isShortcutId(id)) continue;
    for (const way of parseKeys(SHORTCUTS[id].keys)) {
      const steps = way.map((step) => step.join('+')).join(' ');
      found.set(steps, [...(found.get(steps) ?? []), id]);
    }
  }
  return found;
})();

function isShortcutId(id: string): id is ShortcutId {
  return Object.hasOwn(SHORTCUTS, id);
}

/** The shortcuts that these steps are. */
export function shortcutsFor(steps: string): readonly ShortcutId[] {
  return BY_STEPS.get(steps) ?? [];
}

/** Whether a longer shortcut begins with these steps. */
export function isPrefix(steps: string): boolean {
  return [...BY_STEPS.keys()].some((known) => known.startsWith(`${steps} `));
}
