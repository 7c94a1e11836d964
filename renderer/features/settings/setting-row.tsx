import { type ReactNode, useId } from 'react';
import type { Settings } from '../../../shared/settings.ts';
import { useAppState } from '../../api/app-state.tsx';
import { FixedMark } from './fixed-mark.tsx';
import classes from './setting-row.module.css';

interface SettingRowProps {
  readonly name: string;
  readonly words: string;
  /** The setting behind the control, where a policy may fix it: the control is then disabled, and the row says why. */
  readonly setting?: keyof Settings;
  /** In the place of the words: what is wrong with what was typed. */
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

/** One setting: its name, what it does, and its control. */
export function SettingRow({ name, words, setting, problem, children }: SettingRowProps) {
  const { managed } = useAppState().policy;
  const fixed = setting !== undefined && managed.includes(setting);
  const reason = useId();
  return (
    <div className={classes['row']}>
      <div className={classes['text']}>
        <div className={classes['name']}>{name}</div>
        <div className={classes['words']}>{problem === undefined && words}</div>
        {fixed && <FixedMark id={reason} />}
        <div className={classes['problem']} role="alert">
          {problem}
        </div>
      </div>
      {fixed ? (
        <fieldset disabled aria-describedby={reason} className={classes['control']}>
          {children}
        </fieldset>
      ) : (
        children
      )}
    </div>
  );
}
