/**
 * What stands between the program and the link in the registered command: nothing behind it is taken for a switch,
 * whatever the link holds (CVE-2018-1000006).
 */
export const END_OF_SWITCHES = '--';

/** Starts Callboard only to take away what it has registered with the system. */
const UNREGISTER = '--unregister';

/** Whether this start is one. A link comes after the end of the switches and cannot ask for it. */
export function wantsUnregister(argv: readonly string[]): boolean {
  const end = argv.indexOf(END_OF_SWITCHES);
  return argv.slice(0, end < 0 ? undefined : end).includes(UNREGISTER);
}
