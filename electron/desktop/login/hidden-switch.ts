/** Given by the entry that starts Callboard at login: started so, the app opens no window. */
export const HIDDEN_SWITCH = '--hidden';

/** Whether a start with these arguments is to open no window: it was made at login. */
export function asksToStayHidden(argv: readonly string[]): boolean {
  return argv.includes(HIDDEN_SWITCH);
}
