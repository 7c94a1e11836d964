import { useCurrentWorkspace } from '../api/app-state.tsx';
import classes from './practice-label.module.css';

/** Says in the header that nobody real is called. */
export function PracticeLabel() {
  if (useCurrentWorkspace().kind !== 'practice') return null;
  return (
    <span
      className={classes['label']}
      title="Nobody real is called: the practice service runs on this computer."
    >
      Practice
    </span>
  );
}
