import { Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useAppState } from '../../api/app-state.tsx';
import classes from './covered-bar.module.css';

interface CoveredBarProps {
  /** Asks for the verdict. */
  readonly onGive: () => void;
}

/** In place of results that are covered: why, and what uncovers them. */
export function CoveredBar({ onGive }: CoveredBarProps) {
  const isByPolicy = useAppState().policy.managedRules.includes('verdictFirst');
  return (
    <div className={classes['bar']}>
      <IconEyeOff className={classes['icon']} size={18} stroke={1.75} aria-hidden />
      <div className={classes['words']}>
        <p className={classes['what']}>Covered until you give a verdict with a reason</p>
        <p className={classes['why']}>
          {isByPolicy ? 'Set by your organisation' : 'A rule of this workspace'}, so that the results don’t
          make up your mind.
        </p>
      </div>
      <Button variant="default" size="xs" className={classes['give']} onClick={onGive}>
        Give a verdict…
      </Button>
    </div>
  );
}
