import { useEffect, useRef } from 'react';
import type { Verdict } from '../../shared/request.ts';
import { Store, useStore } from '../store.ts';

/** A command offered in the palette and by its shortcut. */
export interface Action {
  /** Stable, because the palette remembers recently used actions. */
  readonly id: string;
  readonly name: string;
  /** Its heading in the palette. */
  readonly group: string;
  /** Further search terms. */
  readonly keywords?: string;
  readonly shortcut?: ShortcutId;
  /** Only for its key: what it acts on has no name that the palette could say. */
  readonly isKeyOnly?: boolean;
  readonly run: () => void;
}

/** The actions registered by one component. */
interface Source {
  readonly actions: { current: readonly Action[] };
  /** Whether they are global; a page's actions come first. */
  readonly everywhere: boolean;
}

const sources = new Store<readonly Source[]>([]);

/** Registers actions while the component is mounted. They may change on every render. */
export function useActions(actions: readonly Action[], { everywhere = false } = {}): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const source = { actions: latest, everywhere };
    sources.set([source, ...sources.get()]);
    return () => sources.set(sources.get().filter((other) => other !== source));
  }, [everywhere]);
}

/** All registered actions: those of pages before global ones, most recently mounted first. */
export function availableActions(): readonly Action[] {
  return sources
    .get()
    .toSorted((one, other) => Number(one.everywhere) - Number(other.everywhere))
    .flatMap(({ actions }) => actions.current);
}

/** Whether an action is registered for a shortcut. */
export function isOffered(id: ShortcutId): boolean {
  return availableActions().some(({ shortcut }) => shortcut === id);
}

/** Runs a shortcut's action; false if none is registered. */
export function runShortcut(id: ShortcutId): boolean {
  const action = availableActions().find(({ shortcut }) => shortcut === id);
  action?.run();
  return action !== undefined;
}

/** A dialog that can open above every page of a workspace. */
type Overlay = 'palette' | 'shortcuts';

const opened = new Store<Overlay | null>(null);
/** The element that gets the focus back. */
let focused: Element | null = null;

/** Opens an overlay in place of any other. */
export function openOverlay(overlay: Overlay): void {
  if (opened.get() === null) focused = document.activeElement;
  paletteText.set('');
  earlyEnter = false;
  opened.set(overlay);
}

/** The palette's search text. Stored here, because people may type before the palette has loaded. */
export const paletteText = new Store('');

/** Whether Enter was pressed before the palette loaded, which then runs its first result. */
let earlyEnter = false;

/** Buffers a key for the palette that is still loading; false if the key means nothing to it. */
function bufferKey(key: string): boolean {
  if (key === 'Enter') earlyEnter = true;
  else if (key.length === 1) paletteText.set(paletteText.get() + key);
  else return false;
  return true;
}

/** Returns whether Enter was buffered, and clears it. */
export function consumeEarlyEnter(): boolean {
  const entered = earlyEnter;
  earlyEnter = false;
  return entered;
}

/** Closes the overlay and restores the focus, then calls `then`, which may move it. */
export function closeOverlay(then?: () => void): void {
  opened.set(null);
  // Until the dialog has unmounted, its focus trap would take the focus back.
  setTimeout(() => {
    if (opened.get() !== null) return;
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    focused = null;
    then?.();
  });
}

export function openedOverlay(): Overlay | null {
  return opened.get();
}

export function useOverlay(): Overlay | null {
  return useStore(opened);
}
/** A keyboard shortcut. Most run the action registered with their ID; the others are handled by the focused component. */
export interface Shortcut {
  /** `+` joins keys of a combination (`mod` is Ctrl, or Cmd on a Mac), a space those of a sequence, `|` alternatives. */
  readonly keys: string;
  readonly words: string;
  readonly scope: ShortcutScope;
}

/** Where shortcuts work, in the order of their list. */
export const SHORTCUT_SCOPES = [
  'Everywhere',
  'Go to',
  'Lists',
  'Requests',
  'One request',
  'Forms',
  'Reviewing an import',
] as const;
type ShortcutScope = (typeof SHORTCUT_SCOPES)[number];

export const SHORTCUTS = {
  palette: { keys: 'mod+K', words: 'Find an action or a request', scope: 'Everywhere' },
  shortcuts: { keys: '?', words: 'Show these shortcuts', scope: 'Everywhere' },
  new: { keys: 'N', words: 'New request', scope: 'Everywhere' },
  search: { keys: '/', words: 'Search on this page', scope: 'Everywhere' },
  undo: { keys: 'mod+Z', words: 'Undo the last change, except in a field', scope: 'Everywhere' },
  leave: { keys: 'Escape', words: 'Close a dialog, leave a field, go back', scope: 'Everywhere' },

  goToday: { keys: 'G T', words: 'Today', scope: 'Go to' },
  goRequests: { keys: 'G R', words: 'Requests', scope: 'Go to' },
  goNew: { keys: 'G N', words: 'New request', scope: 'Go to' },
  goImport: { keys: 'G M', words: 'Import', scope: 'Go to' },
  goOutbox: { keys: 'G O', words: 'Outbox', scope: 'Go to' },
  goLibrary: { keys: 'G L', words: 'Library', scope: 'Go to' },
  goInsights: { keys: 'G I', words: 'Insights', scope: 'Go to' },
  goSettings: { keys: 'G S', words: 'Settings', scope: 'Go to' },

  rowMove: { keys: '↓ | ↑', words: 'Next and previous row', scope: 'Lists' },
  rowMoveLetters: { keys: 'J | K', words: 'The same with letters', scope: 'Lists' },
  rowEnds: { keys: 'Home | End', words: 'First and last row', scope: 'Lists' },
  rowOpen: { keys: 'Enter', words: 'Open the row', scope: 'Lists' },
  rowSelect: { keys: 'X | Space', words: 'Select the row', scope: 'Lists' },
  rowExtend: { keys: 'Shift+↓ | Shift+↑', words: 'Extend the selection', scope: 'Lists' },
  rowAll: { keys: 'mod+A', words: 'Select all rows', scope: 'Lists' },

  verdict1: { keys: '1', words: 'Verdict: none', scope: 'Requests' },
  verdict2: { keys: '2', words: 'Verdict: no', scope: 'Requests' },
  verdict3: { keys: '3', words: 'Verdict: maybe', scope: 'Requests' },
  verdict4: { keys: '4', words: 'Verdict: yes', scope: 'Requests' },
  archive: { keys: 'E', words: 'Archive or unarchive', scope: 'Requests' },
  copySummary: { keys: 'C', words: 'Copy summary', scope: 'Requests' },
  refreshAll: { keys: 'Shift+R', words: 'Refresh all', scope: 'Requests' },

  nextRequest: { keys: 'J', words: 'Next request', scope: 'One request' },
  previousRequest: { keys: 'K', words: 'Previous request', scope: 'One request' },
  undoVerdict: { keys: 'U', words: 'Undo the last verdict, and go back to it', scope: 'One request' },
  refresh: { keys: 'R', words: 'Refresh', scope: 'One request' },

  cellEdit: { keys: 'F2', words: 'Correct the row', scope: 'Reviewing an import' },
  rowLeaveOut: { keys: 'Delete', words: 'Leave the row out', scope: 'Reviewing an import' },

  submit: { keys: 'mod+Enter', words: 'Submit the form', scope: 'Forms' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof SHORTCUTS;

/** The keys of the verdicts. */
export const VERDICT_KEYS = {
  none: 'verdict1',
  no: 'verdict2',
  maybe: 'verdict3',
  yes: 'verdict4',
} as const satisfies Record<Verdict, ShortcutId>;

/** Parses a shortcut's keys: its alternatives, each a sequence of combinations, each a list of keys. */
export function parseKeys(keys: string): readonly (readonly (readonly string[])[])[] {
  return keys
    .split(' | ')
    .map((sequence) => sequence.split(' ').map((combination) => combination.split('+')));
}

/** How long a sequence waits for its next key, ms. */
const SEQUENCE_TIMEOUT_MS = 1500;

let singleKeysAreOn = true;

/** Whether keys without a modifier work as shortcuts: a setting. */
export function singleKeysOn(): boolean {
  return singleKeysAreOn;
}

/**
 * Listens for shortcuts. Those without a modifier fire only outside text fields and popups (WCAG 2.1.4), and only if the
 * setting is on.
 */
export function useShortcuts({ singleKeys }: { singleKeys: boolean }): void {
  useEffect(() => {
    singleKeysAreOn = singleKeys;
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

/** How the catalogue writes a key, if not as the event does. */
const WRITTEN: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', ' ': 'Space' };

/** A key press in the catalogue's notation: `J`, `Shift+R`, `?`, `mod+K`; null if Alt is pressed. */
export function keyCombo({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | null {
  if (altKey) return null;
  const written = WRITTEN[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  // Whether a symbol such as `?` needs Shift depends on the keyboard layout.
  const isSymbol = key.length === 1 && written.toLowerCase() === written.toUpperCase();
  return `${ctrlKey || metaKey ? 'mod+' : ''}${shiftKey && !isSymbol ? 'Shift+' : ''}${written}`;
}

/** Which of a shortcut's alternatives a key press is, from 0; -1: none. For keys that the focused component handles. */
export function pressedOf(id: ShortcutId, press: KeyPress): number {
  return SHORTCUTS[id].keys.split(' | ').indexOf(keyCombo(press) ?? '');
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
/** How many dialogs were asked for that aren't on screen yet. */
let opening = 0;

/** A dialog is about to open until `shown` settles. Rejects as it does. */
export async function dialogOpens(shown: Promise<void>): Promise<void> {
  opening += 1;
  try {
    await shown;
  } finally {
    opening -= 1;
  }
}

/** Whether a dialog, menu or listbox is open, or about to open. */
export function isPopupOpen(): boolean {
  if (opening > 0) return true;
  if (document.querySelector('[aria-haspopup][aria-expanded="true"]')) return true;
  return [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some(
    (popup) => popup instanceof HTMLElement && popup.checkVisibility({ visibilityProperty: true }),
  );
}

/** Whether the element takes text input. */
export function isTyping(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  ) {
    return true;
  }
  return target instanceof HTMLInputElement && !['radio', 'checkbox', 'button'].includes(target.type);
}

let hadPopup = false;

/** Whether a popup was open when the latest key was pressed, even if that key closed it at once. */
export function wasPopupOpen(): boolean {
  return hadPopup;
}

// From the start, before any dialog listens: with reduced motion one is gone as soon as its own listener has run.
globalThis.addEventListener?.(
  'keydown',
  () => {
    hadPopup = isPopupOpen();
  },
  { capture: true },
);
