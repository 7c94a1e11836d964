export interface PickOption {
  readonly key: string;
  readonly words: string;
  /** Shown dimmed before the words, and searched, too. */
  readonly group?: string | undefined;
  readonly count?: number | undefined;
  /** For checkable options; `some` is the mixed state. */
  readonly checked?: boolean | 'some' | undefined;
}

/** Options that contain every typed word, those that start with the text first. */
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
