import { Button, Group } from '@mantine/core';
import { IconPhoneCall, IconSearch } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { useAppState } from '../../api/app-state.tsx';
import type { RequestFilter } from '../../api/query-keys.ts';
import { EmptyState } from '../../parts/empty-state/empty-state.tsx';
import { countOf } from '../../parts/text/count-of.ts';

interface RequestsEmptyProps {
  /** Tracked requests, whether they match or not. */
  readonly all: number;
  readonly filter: RequestFilter;
  readonly onClear: () => void;
}

/** Why the list is empty: nothing there yet, or nothing that matches. */
export function RequestsEmpty({ all, filter, onClear }: RequestsEmptyProps) {
  return all === 0 ? <NoneYet /> : <NoneMatch all={all} filter={filter} onClear={onClear} />;
}

function NoneYet() {
  const [, navigate] = useLocation();
  const { waitingCount } = useAppState();
  return (
    <EmptyState
      icon={<IconPhoneCall size={22} stroke={1.5} aria-hidden />}
      title="No requests yet"
      action={
        <Group gap="xs" justify="center">
          <Button onClick={() => navigate('/new')}>New request</Button>
          {waitingCount > 0 && (
            <Button variant="default" onClick={() => navigate('/outbox')}>
              {countOf(waitingCount, 'submission')} on the way
            </Button>
          )}
        </Group>
      }
    >
      Submit a candidate, and the service calls them. Status, calls and assessment show here as they come in.
    </EmptyState>
  );
}

function NoneMatch({ all, filter, onClear }: RequestsEmptyProps) {
  const search = filter.search.trim();
  const hidden = [
    search !== '' && `the search “${search}”`,
    filter.status !== null && `the status ${filter.status}`,
  ].filter((part) => part !== false);
  return (
    <EmptyState
      icon={<IconSearch size={22} stroke={1.5} aria-hidden />}
      title="Nothing matches"
      action={
        <Button variant="default" onClick={onClear}>
          Show all requests
        </Button>
      }
    >
      {countOf(all, 'request is', 'requests are')} hidden by {hidden.join(' and ')}.
    </EmptyState>
  );
}
