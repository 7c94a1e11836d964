/** What must not be in the report: where files are, and who uses the computer. */
export interface Person {
  /** Paths and the words that replace them, such as `~`; the longest path is replaced first. */
  readonly folders: readonly (readonly [path: string, words: string])[];
  readonly user: string;
  /** The computer's names. */
  readonly computer: readonly string[];
}

/** Home folders by their usual places, in case a path is written in another way, such as Windows' short names. */
const HOMES = /(?:[A-Za-z]:)?[\\/]{1,2}(?:Users|home)[\\/]{1,2}[^\\/\s"'`:;,)]+/g;

/** Accounts that name nobody. */
const NOBODY: readonly string[] = ['root', 'user', 'runner', 'runneradmin', 'administrator', 'admin'];

/** The text without the person's folders, user name and computer name. */
export function redact(text: string, { folders, user, computer }: Person): string {
  let redacted = text;
  for (const [path, words] of folders.toSorted(([one], [other]) => other.length - one.length)) {
    for (const form of formsOf(path)) redacted = replaceAll(redacted, form, words);
  }
  redacted = redacted.replaceAll(HOMES, '~');
  if (!NOBODY.includes(user.toLowerCase())) redacted = replaceWord(redacted, user, '[user]');
  for (const name of computer) redacted = replaceWord(redacted, name, '[computer]');
  return redacted;
}

/** A path as programs print it: with either slash, doubled in JSON, and as an address. */
function formsOf(path: string): readonly string[] {
  if (path.length < 3) return [];
  const slashes = path.replaceAll('\\', '/');
  return [...new Set([path, slashes, path.replaceAll('\\', '\\\\'), encodeURI(slashes)])];
}

function replaceAll(text: string, part: string, words: string): string {
  return text.replaceAll(new RegExp(escaped(part), 'gi'), () => words);
}

/** Replaces a name where it isn't part of a longer word. */
function replaceWord(text: string, name: string, words: string): string {
  if (name.length < 2) return text;
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'giu'), words);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
