/** The login entry passes this switch; the app then opens no window. */
export const HIDDEN_SWITCH = '--hidden';

export function asksToStayHidden(argv: readonly string[]): boolean {
  return argv.includes(HIDDEN_SWITCH);
}
