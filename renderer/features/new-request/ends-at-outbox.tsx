import { type ReactNode, useLayoutEffect } from 'react';
import { useAppStateQuery } from '../../api/app-state.tsx';
import { hideToast } from '../../parts/toast/show-toast.tsx';
import { useHashLocation } from '../../routes/hash-location.ts';

interface EndsAtOutboxProps {
  readonly toastId: string;
  readonly workspaceId: string;
  readonly children: ReactNode;
}

/** The message of a toast that ends where its workspace's Outbox is on screen: the rows there say the same, and it would cover them. */
export function endingAtOutbox(toastId: string, workspaceId: string, message: ReactNode): ReactNode {
  return (
    <EndsAtOutbox toastId={toastId} workspaceId={workspaceId}>
      {message}
    </EndsAtOutbox>
  );
}

function EndsAtOutbox({ toastId, workspaceId, children }: EndsAtOutboxProps) {
  const [path] = useHashLocation();
  const { data: state } = useAppStateQuery();
  const isSeen = state?.currentWorkspace?.id === workspaceId && /^\/outbox(\/|$)/.test(path);
  // Before it is painted.
  useLayoutEffect(() => {
    if (isSeen) hideToast(toastId);
  }, [isSeen, toastId]);
  return children;
}
