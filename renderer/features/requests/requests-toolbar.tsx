import { Button, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconDownload, IconRefresh, IconSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/api.ts';
import type { RequestFilter } from '../../api/query-keys.ts';
import { useRefreshRequests } from '../../api/requests.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/standing-problem.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { showToast } from '../../parts/toast/show-toast.tsx';
import classes from './requests-toolbar.module.css';
import { StatusChips } from './status-chips.tsx';

const TYPING_MS = 120;

interface RequestsToolbarProps {
  readonly filter: RequestFilter;
  readonly onChange: (part: Partial<RequestFilter>) => void;
  /** Requests that match; undefined while unknown. */
  readonly total: number | undefined;
  readonly all: number | undefined;
}

/** Search, status filter, and what can be done with the whole list. */
export function RequestsToolbar({ filter, onChange, total, all }: RequestsToolbarProps) {
  return (
    <div className={classes['toolbar']}>
      <div className={classes['row']}>
        <SearchBox search={filter.search} onSearch={(search) => onChange({ search })} />
        <RefreshAllButton />
        <ExportButton filter={filter} />
      </div>
      <div className={classes['row']}>
        <StatusChips chosen={filter.status} onChoose={(status) => onChange({ status })} />
        <span className={classes['count']} aria-live="polite">
          {total !== undefined && countWords(total, all ?? total)}
        </span>
      </div>
    </div>
  );
}

function countWords(total: number, all: number): string {
  return total === all
    ? countOf(total, 'request')
    : `${countOf(total, 'request')} of ${all.toLocaleString()}`;
}

function SearchBox({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [text, setText] = useState(search);
  const settle = useDebouncedCallback(onSearch, TYPING_MS);
  // Cleared from elsewhere, such as “Show all requests”.
  useEffect(() => setText((typed) => (typed.trim() === search ? typed : search)), [search]);
  const type = (typed: string) => {
    setText(typed);
    settle(typed.trim().slice(0, 200));
  };
  return (
    <TextInput
      type="search"
      aria-label="Search requests"
      placeholder="Search by name, phone, ID or job"
      className={classes['search']}
      size="xs"
      dir="auto"
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={() => type('')} />
      }
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && type('')}
    />
  );
}

function RefreshAllButton() {
  const refresh = useRefreshRequests();
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={refresh.isPending}
      onClick={() =>
        refresh.mutate(undefined, {
          onSuccess: ({ refreshed, failed }) =>
            showToast({
              title: `${countOf(refreshed, 'request')} refreshed`,
              message:
                failed > 0 ? `${countOf(failed, 'could', 'could')} not be read; each says why.` : undefined,
            }),
        })
      }
    >
      Refresh all
    </Button>
  );
}

function ExportButton({ filter }: { filter: RequestFilter }) {
  const save = useMutation({
    mutationFn: () => api.requests.exportCsv({ search: filter.search, status: filter.status }),
    onSuccess: ({ path, count }) => {
      if (path !== null) showToast({ title: `${countOf(count, 'request')} exported`, message: path });
    },
    meta: SHOW_ERROR_IN_SHELL,
  });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={15} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Export
    </Button>
  );
}
