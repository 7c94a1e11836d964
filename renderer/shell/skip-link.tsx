import classes from './skip-link.module.css';

/** The first stop of the keyboard: past the navigation, into the page. A button, for the address is the page's own. */
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
