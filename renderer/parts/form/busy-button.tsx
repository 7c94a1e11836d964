import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './busy-button.module.css';

export interface BusyButtonProps extends Omit<ButtonProps, 'loading' | 'disabled'> {
  /** While its action runs, further presses do nothing. */
  readonly busy?: boolean | undefined;
  readonly tabIndex?: number | undefined;
  readonly children: ReactNode;
  readonly onClick: () => void;
}

/** A button that keeps the focus while its action runs: a disabled one loses it, and no dialog could give it back. */
export function BusyButton({ busy = false, onClick, children, ...props }: BusyButtonProps) {
  return (
    <Button
      {...props}
      {...(busy && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={() => !busy && onClick()}
    >
      {busy ? <span className={classes['words']}>{children}</span> : children}
      {busy && <Loader size={14} color="gray" className={classes['loader'] ?? ''} aria-hidden />}
    </Button>
  );
}
