import { CloseButton } from '@mantine/core';
import { useRequest } from '../../api/requests.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import classes from './request-pane.module.css';
import { RequestLoading, RequestView } from './request-view.tsx';
import { useEscape } from './use-escape.ts';

interface RequestPaneProps {
  readonly requestId: string;
  readonly onClose: () => void;
}

/** The same beside the list: fills its frame and scrolls in itself. */
export function RequestPane({ requestId, onClose }: RequestPaneProps) {
  const { data, error, refetch } = useRequest(requestId);
  useEscape(onClose);
  return (
    <section className={classes['pane']} aria-label="Request">
      <header className={classes['head']}>
        <h2 className={classes['title']} title={data?.candidateName} dir="auto">
          {data?.candidateName ?? (error ? 'Request' : 'Loading…')}
        </h2>
        {data && <StatusBadge status={data.status} />}
        <CloseButton className={classes['close']} aria-label="Close request" onClick={onClose} />
      </header>
      <div className={classes['body']} key={requestId}>
        {data ? (
          <RequestView request={data} />
        ) : error ? (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        ) : (
          <RequestLoading />
        )}
      </div>
    </section>
  );
}
