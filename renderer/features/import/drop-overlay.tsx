import { IconFileSpreadsheet } from '@tabler/icons-react';
import classes from './drop-overlay.module.css';

/** Shown while files are dragged over the window; they can be dropped anywhere. */
export function DropOverlay({ busy }: { busy: boolean }) {
  return (
    <div className={classes['overlay']}>
      <div className={classes['words']}>
        <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
        {busy ? 'Wait until everything is queued' : 'Drop the file here'}
      </div>
    </div>
  );
}
