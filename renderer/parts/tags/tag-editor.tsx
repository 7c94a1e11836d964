import { TagsInput } from '@mantine/core';
import classes from './tag-editor.module.css';

/** Limits of `annotationChange` in shared/request-filter.ts. */
const MAX_TAG_LENGTH = 60;
const MAX_TAGS = 20;

interface TagEditorProps {
  readonly value: readonly string[];
  /** Tags in use elsewhere, most frequent first. */
  readonly suggestions: readonly string[];
  readonly onChange: (tags: string[]) => void;
}

/** A tag input: Enter or a comma adds a tag, Backspace removes the last one. */
export function TagEditor({ value, suggestions, onChange }: TagEditorProps) {
  return (
    <TagsInput
      aria-label="Tags"
      size="sm"
      value={[...value]}
      data={[...suggestions]}
      limit={20}
      maxTags={MAX_TAGS}
      maxLength={MAX_TAG_LENGTH}
      splitChars={[',', ';', '\n']}
      acceptValueOnBlur
      placeholder={value.length === 0 ? 'Add a tag' : ''}
      dir="auto"
      classNames={{ inputField: classes['field'] ?? '' }}
      onChange={(tags) => onChange(normalise(tags))}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

/** Collapses white space and removes duplicates, ignoring case. */
function normalise(tags: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags) {
    const word = tag.trim().replace(/\s+/g, ' ').slice(0, MAX_TAG_LENGTH);
    const key = word.toLocaleLowerCase();
    if (word !== '' && !seen.has(key)) seen.set(key, word);
  }
  return [...seen.values()];
}
