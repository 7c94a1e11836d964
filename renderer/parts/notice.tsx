import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toApiError } from '../api/api.ts';
import classes from './notice.module.css';

interface NoticeProps {
  readonly tone: 'info' | 'warning' | 'problem';
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** `alert` makes screen readers announce it; omit for notices present from the start. */
  readonly role?: 'alert' | undefined;
}

/** An inline message, shown as long as its cause lasts. */
export function Notice({ tone, title, children, actions, role }: NoticeProps) {
  const Icon = tone === 'info' ? IconInfoCircle : IconAlertTriangle;
  return (
    <div className={classes['notice']} data-tone={tone} role={role}>
      <Icon className={classes['icon']} size={18} stroke={1.75} aria-hidden />
      <div className={classes['words']}>
        {title && (
          <Text inherit fw={600}>
            {title}
          </Text>
        )}
        {children && <div className={classes['body']}>{children}</div>}
      </div>
      {actions && <div className={classes['actions']}>{actions}</div>}
    </div>
  );
}

interface ErrorNoticeProps {
  /** What a query or mutation threw; renders nothing if empty. */
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: () => void;
  /** Whether the message stands beside a field: only the next step is left to say. */
  readonly isBeside?: boolean;
}

/** An error message and its next step. */
export function ErrorNotice({ error, title, onRetry, isBeside = false }: ErrorNoticeProps) {
  if (!error) return null;
  const { message, nextStep } = toApiError(error);
  if (isBeside) return nextStep && <Notice tone="problem" role="alert" title={nextStep} />;
  return (
    <Notice
      tone="problem"
      role="alert"
      title={title ?? message}
      actions={
        onRetry && (
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {title && <p>{message}</p>}
      {nextStep && <p>{nextStep}</p>}
    </Notice>
  );
}
