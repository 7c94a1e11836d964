import { TagsInput } from '@mantine/core';
import classes from './tag-editor.module.css';

/** What the main process takes: see `annotationChange` in shared/request-filter.ts. */
const LONGEST_TAG = 60;
const MOST_TAGS = 20;

interface TagEditorProps {
  readonly value: readonly string[];
  /** Tags in use elsewhere, the most frequent first. */
  readonly suggestions: readonly string[];
  readonly onChange: (tags: string[]) => void;
  /** Accessible name; `Tags` unless told otherwise. */
  readonly label?: string;
  readonly placeholder?: string;
}

/** Words of the recruiter's own: Enter or a comma adds one, Backspace takes the last. */
export function TagEditor({
  value,
  suggestions,
  onChange,
  label = 'Tags',
  placeholder = 'Add a tag',
}: TagEditorProps) {
  return (
    <TagsInput
      aria-label={label}
      size="sm"
      value={[...value]}
      data={[...suggestions]}
      limit={20}
      maxTags={MOST_TAGS}
      maxLength={LONGEST_TAG}
      splitChars={[',', ';', '\n']}
      acceptValueOnBlur
      placeholder={value.length === 0 ? placeholder : ''}
      dir="auto"
      classNames={{ inputField: classes['field'] ?? '' }}
      onChange={(tags) => onChange(tidied(tags))}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

/** Without blanks around, and no tag twice in another case. */
function tidied(tags: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags) {
    const word = tag.trim().replace(/\s+/g, ' ').slice(0, LONGEST_TAG);
    const key = word.toLocaleLowerCase();
    if (word !== '' && !seen.has(key)) seen.set(key, word);
  }
  return [...seen.values()];
}
