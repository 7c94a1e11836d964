import classes from './tag-list.module.css';

/** Tags in a line, as many as fit; all of them in the tooltip. */
export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className={classes['list']} title={tags.join(', ')}>
      {tags.map((tag) => (
        <span key={tag} className={classes['tag']} dir="auto">
          {tag}
        </span>
      ))}
    </span>
  );
}
