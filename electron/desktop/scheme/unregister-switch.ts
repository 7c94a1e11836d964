/** Precedes the link in the registered command, so that nothing in the link is parsed as a switch (CVE-2018-1000006). */
export const END_OF_SWITCHES = '--';

/** Makes Callboard remove its registrations with the system and exit. */
const UNREGISTER = '--unregister';

/** Whether to unregister. Arguments after `--` are ignored: a link must not be able to ask for it. */
export function wantsUnregister(argv: readonly string[]): boolean {
  const end = argv.indexOf(END_OF_SWITCHES);
  return argv.slice(0, end < 0 ? undefined : end).includes(UNREGISTER);
}
