import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Placeholder for an empty page or list: why it is empty and what to do next. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={classes['empty']}>
      {icon && <div className={classes['icon']}>{icon}</div>}
      <p className={classes['title']}>{title}</p>
      {children && <div className={classes['body']}>{children}</div>}
      {action && <div className={classes['action']}>{action}</div>}
    </div>
  );
}
