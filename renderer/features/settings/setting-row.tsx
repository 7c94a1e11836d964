import type { ReactNode } from 'react';
import classes from './setting-row.module.css';

interface SettingRowProps {
  readonly name: string;
  readonly words: string;
  /** In the place of the words: what is wrong with what was typed. */
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

/** One setting: its name, what it does, and its control. */
export function SettingRow({ name, words, problem, children }: SettingRowProps) {
  return (
    <div className={classes['row']}>
      <div className={classes['text']}>
        <div className={classes['name']}>{name}</div>
        <div className={classes['words']}>{problem === undefined && words}</div>
        <div className={classes['problem']} role="alert">
          {problem}
        </div>
      </div>
      {children}
    </div>
  );
}
