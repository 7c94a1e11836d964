import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import classes from './stop-progress.module.css';

interface StopProgressProps {
  readonly onStop: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
  /** How far the work is; left out while that is not known. */
  readonly children?: ReactNode;
}

/** The content of a toast about work in progress: a button that stops it, and how far it is. */
export function StopProgress({ onStop, onError, children }: StopProgressProps) {
  const stop = useMutation({ mutationFn: onStop, onError });
  return (
    <div className={classes['progress']}>
      <Button
        size="compact-sm"
        variant="default"
        loading={stop.isPending || stop.isSuccess}
        onClick={() => stop.mutate()}
      >
        Stop
      </Button>
      {/* Hidden from screen readers, which would read out every change. */}
      {children && <span aria-hidden>{children}</span>}
    </div>
  );
}
