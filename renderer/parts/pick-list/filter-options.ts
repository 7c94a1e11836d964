export interface PickOption {
  readonly key: string;
  readonly words: string;
  /** Shown dimmed before the words, and searched, too. */
  readonly group?: string | undefined;
  /** The code behind the words, in the tooltip; searched, too. */
  readonly code?: string | null;
  readonly count?: number | undefined;
  /** For checkable options; `some` is the mixed state. */
  readonly checked?: boolean | 'some' | undefined;
}

/** Options that contain every typed word, those that start with the text first. */
export function filterOptions(text: string, options: readonly PickOption[]): readonly PickOption[] {
  const query = text.trim().toLocaleLowerCase();
  if (query === '') return options;
  const terms = query.split(/\s+/);
  const found = options.filter(({ words, group = '', code }) => {
    const all = `${group} ${words} ${code ?? ''}`.toLocaleLowerCase();
    return terms.every((term) => all.includes(term));
  });
  const begins = ({ words }: PickOption) => (words.toLocaleLowerCase().startsWith(query) ? 0 : 1);
  return found.toSorted((one, other) => begins(one) - begins(other));
}
