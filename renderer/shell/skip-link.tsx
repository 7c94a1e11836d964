import classes from './skip-link.module.css';

/** Lets keyboard users skip the navigation. A button, because a link would change the hash, which holds the route. */
export function SkipLink() {
  return (
    <button
      type="button"
      className={classes['link']}
      onClick={() => document.getElementById('content')?.focus()}
    >
      Skip to the page
    </button>
  );
}
