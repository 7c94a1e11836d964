import classes from './settings-form.module.css';

/** Says next to a heading that a change was saved. */
export function SavedMark({ saved }: { saved: boolean }) {
  return (
    <span className={classes['saved']} aria-live="polite">
      {saved && 'Saved'}
    </span>
  );
}
