import classes from './skip-link.module.css';

/** Lets keyboard users skip the navigation. A button, because a link would change the hash, which holds the route. */
export function SkipLink() {
  return (
    <button type="button" className={classes['link']} onClick={focusContent}>
      Skip to the page
    </button>
  );
}

/** Focusable only while it has the focus: otherwise a click on the page's background would focus it. */
function focusContent(): void {
  const content = document.getElementById('content');
  if (!content) return;
  content.tabIndex = -1;
  content.addEventListener('blur', () => content.removeAttribute('tabindex'), { once: true });
  content.focus();
}
