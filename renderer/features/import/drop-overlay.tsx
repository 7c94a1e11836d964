import { IconFileSpreadsheet } from '@tabler/icons-react';
import classes from './drop-overlay.module.css';

/** Shown while files are held over the window: anywhere will do. */
export function DropOverlay({ busy }: { busy: boolean }) {
  return (
    <div className={classes['overlay']}>
      <div className={classes['words']}>
        <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
        {busy ? 'Wait until everything is queued' : 'Drop it here'}
      </div>
    </div>
  );
}
