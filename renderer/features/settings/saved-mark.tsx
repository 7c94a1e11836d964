import classes from './settings-form.module.css';

/** Says beside a heading that a change is stored. */
export function SavedMark({ saved }: { saved: boolean }) {
  return (
    <span className={classes['saved']} aria-live="polite">
      {saved && 'Saved'}
    </span>
  );
}
