import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconRefresh } from '@tabler/icons-react';
import type { RequestDetail } from '../../../shared/request.ts';
import { useRefreshRequests } from '../../api/requests.ts';
import { useActions } from '../../parts/shortcuts/actions.ts';
import { RelativeTime } from '../../parts/time/relative-time.tsx';
import { RequestMenu } from './request-menu.tsx';
import classes from './request-view.module.css';
import type { RequestKeys } from './use-request-keys.ts';

interface RequestToolbarProps {
  readonly request: RequestDetail;
  readonly neighbours: RequestKeys['neighbours'];
}

/** The time of the last check, previous and next, Refresh and more actions. */
export function RequestToolbar({ request, neighbours }: RequestToolbarProps) {
  const refresh = useRefreshRequests();
  const refreshNow = () => refresh.mutate([request.requestId]);
  useActions([
    {
      id: 'request.refresh',
      name: 'Refresh this request',
      group: 'This request',
      shortcut: 'refresh',
      run: refreshNow,
    },
  ]);
  return (
    <div className={classes['toolbar']}>
      <span className={classes['age']}>
        {request.archived && <span className={classes['archived']}>Archived</span>}
        {request.refreshedAt === null ? (
          'Not checked yet'
        ) : (
          <>
            Checked <RelativeTime at={request.refreshedAt} />
          </>
        )}
      </span>
      <div className={classes['actions']}>
        <StepButton label="Previous" keyName="K" step={-1} neighbours={neighbours} />
        <StepButton label="Next" keyName="J" step={1} neighbours={neighbours} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={15} aria-hidden />}
          loading={refresh.isPending}
          onClick={refreshNow}
        >
          Refresh
        </Button>
        <RequestMenu request={request} />
      </div>
    </div>
  );
}

interface StepButtonProps extends Pick<RequestToolbarProps, 'neighbours'> {
  readonly label: string;
  readonly keyName: string;
  readonly step: 1 | -1;
}

function StepButton({ label, keyName, step, neighbours }: StepButtonProps) {
  const Icon = step === 1 ? IconChevronDown : IconChevronUp;
  return (
    <Tooltip label={`${label} request (${keyName})`}>
      <ActionIcon
        size={30}
        variant="default"
        aria-label={label}
        aria-keyshortcuts={keyName}
        disabled={step === 1 ? !neighbours.hasNext : !neighbours.hasPrevious}
        onClick={() => neighbours.step(step)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
