/**
 * An argument of a .desktop file's Exec key, quoted (Desktop Entry Specification 1.5, "The Exec key" and "Value
 * types"). Throws a RangeError for one that no file could hold on one line.
 */
export function execArgument(argument: string): string {
  if ([...argument].some((letter) => letter < ' ' || letter === '\u007f')) {
    throw new RangeError('A program with a control character in its path cannot be in a .desktop file.');
  }
  const quoted = argument.replaceAll(/["`$\\]/g, '\\$&');
  // The rule of quoted arguments comes first, then that of every text, which doubles each backslash again.
  return `"${quoted.replaceAll('\\', '\\\\').replaceAll('%', '%%')}"`;
}

/** A .desktop file of these keys and values, in their order. */
export function desktopEntry(keys: Readonly<Record<string, string>>): string {
  const lines = Object.entries(keys).map(([key, value]) => `${key}=${value}`);
  return `${['[Desktop Entry]', ...lines].join('\n')}\n`;
}
