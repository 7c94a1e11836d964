import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

export interface BusyButtonProps extends Omit<ButtonProps, 'loading' | 'disabled'> {
  /** While its action runs, further presses do nothing. */
  readonly busy?: boolean | undefined;
  readonly tabIndex?: number | undefined;
  readonly children: ReactNode;
  readonly onClick: () => void;
}

/** A button that keeps the focus while its action runs: a disabled one loses it, and no dialog could give it back. */
export function BusyButton({ busy = false, onClick, ...props }: BusyButtonProps) {
  return (
    <Button
      {...props}
      {...(busy && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={() => !busy && onClick()}
    />
  );
}
