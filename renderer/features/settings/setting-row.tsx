import type { ReactNode } from 'react';
import classes from './setting-row.module.css';

/** One setting: its name, what it does, and its control. */
export function SettingRow({ name, words, children }: { name: string; words: string; children: ReactNode }) {
  return (
    <div className={classes['row']}>
      <div className={classes['text']}>
        <div className={classes['name']}>{name}</div>
        <div className={classes['words']}>{words}</div>
      </div>
      {children}
    </div>
  );
}
