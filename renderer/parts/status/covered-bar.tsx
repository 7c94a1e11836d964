import { IconEyeOff } from '@tabler/icons-react';
import classes from './covered-bar.module.css';

/** In place of results that are covered. */
export function CoveredBar() {
  return (
    <p className={classes['bar']}>
      <IconEyeOff className={classes['icon']} size={18} stroke={1.75} aria-hidden />
      Covered until you give a verdict
    </p>
  );
}
