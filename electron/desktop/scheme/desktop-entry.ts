/**
 * Quotes an argument for a .desktop file's Exec key (Desktop Entry Specification 1.5, "The Exec key" and "Value types").
 * Throws a RangeError for control characters.
 */
export function execArgument(argument: string): string {
  if ([...argument].some((letter) => letter < ' ' || letter === '\u007f')) {
    throw new RangeError('An Exec argument must not contain control characters.');
  }
  const quoted = argument.replaceAll(/["`$\\]/g, '\\$&');
  // First the rule for quoted arguments, then the one for string values, which doubles each backslash again.
  return `"${quoted.replaceAll('\\', '\\\\').replaceAll('%', '%%')}"`;
}

/** The text of a .desktop file, its keys in this order. */
export function desktopEntry(keys: Readonly<Record<string, string>>): string {
  const lines = Object.entries(keys).map(([key, value]) => `${key}=${value}`);
  return `${['[Desktop Entry]', ...lines].join('\n')}\n`;
}
