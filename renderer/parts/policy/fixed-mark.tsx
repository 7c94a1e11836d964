import { IconLock } from '@tabler/icons-react';
import classes from './fixed-mark.module.css';

/** Says that the organisation's policy sets something; a control can reference `id` as its description. */
export function FixedMark({ id }: { id?: string }) {
  return (
    <div id={id} className={classes['fixed']}>
      <IconLock size={12} aria-hidden /> Set by your organisation
    </div>
  );
}
