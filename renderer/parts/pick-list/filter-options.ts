/** Something to pick. */
export interface PickOption {
  readonly key: string;
  readonly words: string;
  /** Shown dimmed before the words, and found by too. */
  readonly group?: string | undefined;
  readonly count?: number | undefined;
  /** For options that are on or off; `some` where it holds for a part of what is meant. */
  readonly checked?: boolean | 'some' | undefined;
}

/** Options in which every typed word occurs, those that begin with the text first. */
export function filterOptions(text: string, options: readonly PickOption[]): readonly PickOption[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return options;
  const parts = wanted.split(/\s+/);
  const found = options.filter(({ words, group = '' }) => {
    const all = `${group} ${words}`.toLocaleLowerCase();
    return parts.every((part) => all.includes(part));
  });
  const begins = ({ words }: PickOption) => (words.toLocaleLowerCase().startsWith(wanted) ? 0 : 1);
  return found.toSorted((one, other) => begins(one) - begins(other));
}
