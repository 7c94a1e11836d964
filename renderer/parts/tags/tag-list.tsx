import classes from './tag-list.module.css';

interface TagListProps {
  readonly tags: readonly string[];
  /** Wraps instead of clipping. */
  readonly wrap?: boolean;
}

/** As many tags as fit on one line; the tooltip has all of them. */
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
