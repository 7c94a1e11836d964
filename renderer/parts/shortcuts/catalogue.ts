/**
 * Every key of the app beyond those that browsers and systems have anyway. `keys`: keys pressed together are joined by
 * `+` (`mod` is Ctrl, on a Mac Cmd), those pressed one after the other by a space, two ways by a bar. Whoever carries
 * one out registers an action with its id; the others belong to the part that has the focus.
 */
export interface Shortcut {
  readonly keys: string;
  readonly words: string;
  readonly place: Place;
}

/** Where shortcuts work, in the order in which they are listed. */
export const SHORTCUT_SCOPES = [
  'Everywhere',
  'Go to',
  'Lists',
  'Requests',
  'One request',
  'Forms',
  'Reviewing an import',
] as const;
export type Place = (typeof SHORTCUT_SCOPES)[number];

export const SHORTCUTS = {
  palette: { keys: 'mod+K', words: 'Find an action or a request', place: 'Everywhere' },
  shortcuts: { keys: '?', words: 'Show these shortcuts', place: 'Everywhere' },
  new: { keys: 'N', words: 'New request', place: 'Everywhere' },
  search: { keys: '/', words: 'Search on this page', place: 'Everywhere' },
  leave: { keys: 'Escape', words: 'Close what is open, leave a field, go back', place: 'Everywhere' },

  goRequests: { keys: 'G R', words: 'Requests', place: 'Go to' },
  goNew: { keys: 'G N', words: 'New request', place: 'Go to' },
  goImport: { keys: 'G M', words: 'Import', place: 'Go to' },
  goOutbox: { keys: 'G O', words: 'Outbox', place: 'Go to' },
  goLibrary: { keys: 'G L', words: 'Library', place: 'Go to' },
  goInsights: { keys: 'G I', words: 'Insights', place: 'Go to' },
  goSettings: { keys: 'G S', words: 'Settings', place: 'Go to' },

  rowMove: { keys: '↓ | ↑', words: 'Next and previous row', place: 'Lists' },
  rowMoveLetters: { keys: 'J | K', words: 'The same with letters', place: 'Lists' },
  rowEnds: { keys: 'Home | End', words: 'First and last row', place: 'Lists' },
  rowOpen: { keys: 'Enter', words: 'Open the row', place: 'Lists' },
  rowSelect: { keys: 'X | Space', words: 'Select the row', place: 'Lists' },
  rowExtend: { keys: 'Shift+↓ | Shift+↑', words: 'Select on to the next row', place: 'Lists' },
  rowAll: { keys: 'mod+A', words: 'Select all rows', place: 'Lists' },

  refreshAll: { keys: 'Shift+R', words: 'Refresh all', place: 'Requests' },

  nextRequest: { keys: 'J', words: 'Next request', place: 'One request' },
  previousRequest: { keys: 'K', words: 'Previous request', place: 'One request' },
  refresh: { keys: 'R', words: 'Refresh', place: 'One request' },
  verdict1: { keys: '1', words: 'Verdict: none', place: 'One request' },
  verdict2: { keys: '2', words: 'Verdict: no', place: 'One request' },
  verdict3: { keys: '3', words: 'Verdict: maybe', place: 'One request' },
  verdict4: { keys: '4', words: 'Verdict: yes', place: 'One request' },

  cellEdit: { keys: 'F2', words: 'Correct the row', place: 'Reviewing an import' },
  rowLeaveOut: { keys: 'Delete', words: 'Leave the row out', place: 'Reviewing an import' },
  importUndo: { keys: 'mod+Z', words: 'Undo the last change', place: 'Reviewing an import' },

  submit: { keys: 'mod+Enter', words: 'Submit the form', place: 'Forms' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof SHORTCUTS;

/** The ways to press a shortcut: each a list of steps, each step the keys pressed together. */
export function parseKeys(keys: string): readonly (readonly (readonly string[])[])[] {
  return keys.split(' | ').map((way) => way.split(' ').map((step) => step.split('+')));
}
