import { Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { Settings } from '../../../shared/settings.ts';
import { useAppState } from '../../api/app-state.tsx';
import { Dim, Words } from '../../parts/layout.tsx';
import { FixedMark } from '../../parts/page.tsx';
import classes from './setting-row.module.css';

interface SettingRowProps {
  readonly name: string;
  readonly words: string;
  /** The setting, if a policy may set it: the control is then disabled, and the row says why. */
  readonly setting?: keyof Settings;
  /** An error that replaces the words. */
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

/** A setting: name, description and control. */
export function SettingRow({ name, words, setting, problem, children }: SettingRowProps) {
  const { managed } = useAppState().policy;
  const fixed = setting !== undefined && managed.includes(setting);
  const reason = useId();
  return (
    <div className={classes['row']}>
      <div className={classes['text']}>
        <Words component="div" fw={500}>
          {name}
        </Words>
        <Dim component="div">{problem === undefined && words}</Dim>
        {fixed && <FixedMark id={reason} />}
        <Text component="div" inherit fz="xs" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
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
