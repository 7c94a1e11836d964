import classes from './tag-list.module.css';

interface TagListProps {
  readonly tags: readonly string[];
  /** Takes as many lines as it needs. */
  readonly wrap?: boolean;
}

/** Tags in a line, as many as fit; all of them in the tooltip. */
export function TagList({ tags, wrap }: TagListProps) {
  if (tags.length === 0) return null;
  return (
    <span className={classes['list']} data-wrap={wrap || undefined} title={tags.join(', ')}>
      {tags.map((tag) => (
        <span key={tag} className={classes['tag']} dir="auto">
          {tag}
        </span>
      ))}
    </span>
  );
}
