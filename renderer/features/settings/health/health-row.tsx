import { Loader } from '@mantine/core';
import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { HealthState } from '../../../../shared/diagnostics.ts';
import classes from './health.module.css';

const STATES = {
  ok: { Icon: IconCircleCheck, words: 'In order' },
  look: { Icon: IconAlertTriangle, words: 'Worth a look' },
  problem: { Icon: IconAlertOctagon, words: 'Problem' },
} as const;

interface HealthRowProps {
  readonly name: string;
  /** Undefined while it is being found out. */
  readonly state: HealthState | undefined;
  readonly words: ReactNode;
  /** What to do; none where all is well. */
  readonly next?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** One thing that was looked at: how it is, in words, and what to do about it. */
export function HealthRow({ name, state, words, next, actions, children }: HealthRowProps) {
  return (
    <li className={classes['row']} data-state={state} aria-busy={state === undefined}>
      <StateMark state={state} />
      <div className={classes['body']}>
        <div className={classes['text']}>
          <div className={classes['name']}>{name}</div>
          <div className={classes['words']}>{words}</div>
          {next && <div className={classes['next']}>{next}</div>}
        </div>
        {actions && <div className={classes['actions']}>{actions}</div>}
        {children && <div className={classes['below']}>{children}</div>}
      </div>
    </li>
  );
}

function StateMark({ state }: Pick<HealthRowProps, 'state'>) {
  if (state === undefined) return <Loader size={18} aria-label="Being looked at" />;
  const { Icon, words } = STATES[state];
  return <Icon size={18} className={classes['mark']} aria-label={words} role="img" />;
}
