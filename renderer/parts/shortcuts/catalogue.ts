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

  refreshAll: { keys: 'Shift+R', words: 'Refresh all', scope: 'Requests' },

  nextRequest: { keys: 'J', words: 'Next request', scope: 'One request' },
  previousRequest: { keys: 'K', words: 'Previous request', scope: 'One request' },
  refresh: { keys: 'R', words: 'Refresh', scope: 'One request' },
  verdict1: { keys: '1', words: 'Verdict: none', scope: 'One request' },
  verdict2: { keys: '2', words: 'Verdict: no', scope: 'One request' },
  verdict3: { keys: '3', words: 'Verdict: maybe', scope: 'One request' },
  verdict4: { keys: '4', words: 'Verdict: yes', scope: 'One request' },

  cellEdit: { keys: 'F2', words: 'Correct the row', scope: 'Reviewing an import' },
  rowLeaveOut: { keys: 'Delete', words: 'Leave the row out', scope: 'Reviewing an import' },

  submit: { keys: 'mod+Enter', words: 'Submit the form', scope: 'Forms' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof SHORTCUTS;

/** Parses a shortcut's keys: its alternatives, each a sequence of combinations, each a list of keys. */
export function parseKeys(keys: string): readonly (readonly (readonly string[])[])[] {
  return keys
    .split(' | ')
    .map((sequence) => sequence.split(' ').map((combination) => combination.split('+')));
}
