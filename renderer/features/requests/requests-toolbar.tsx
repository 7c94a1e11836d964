import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconRefresh, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import type { RequestFilter } from '../../../shared/request-filter.ts';
import { useRefreshRequests } from '../../api/requests.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { FilterButton } from './filter-bar.tsx';
import classes from './requests-toolbar.module.css';
import { showRefreshedToast } from './show-refreshed-toast.tsx';

/** The longest search text the IPC contract accepts. */
const MAX_LENGTH = 200;

interface RequestsToolbarProps {
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
  /** Moves the keyboard to the active row. */
  readonly onIntoList: () => void;
  /** Beside an open request, only search and filters fit. */
  readonly narrow: boolean;
  readonly children: ReactNode;
}

/** Search, filters, and actions on the whole list. */
export function RequestsToolbar({ filter, onChange, onIntoList, narrow, children }: RequestsToolbarProps) {
  return (
    <div className={classes['row']}>
      <SearchBox
        search={filter.search}
        onSearch={(search) => onChange({ ...filter, search })}
        onIntoList={onIntoList}
      />
      <FilterButton filter={filter} onChange={onChange} />
      {!narrow && (
        <div className={classes['actions']}>
          <RefreshAllButton />
          {children}
        </div>
      )}
    </div>
  );
}

interface SearchBoxProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly onIntoList: () => void;
}

function SearchBox({ search, onSearch, onIntoList }: SearchBoxProps) {
  const [text, setText] = useState(search);
  // The search may change from outside, such as by choosing a view.
  useEffect(() => setText((typed) => (searchOf(typed) === search ? typed : search)), [search]);
  const type = (typed: string) => {
    setText(typed);
    onSearch(searchOf(typed));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text !== '') type('');
    else if (event.key === 'ArrowDown') onIntoList();
    else return;
    event.preventDefault();
  };
  return (
    <TextInput
      type="search"
      aria-label="Search requests"
      placeholder="Search by name, phone, ID, notes or results"
      className={classes['search']}
      size="xs"
      dir="auto"
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={() => type('')} />
      }
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

function searchOf(typed: string): string {
  return typed.trim().slice(0, MAX_LENGTH);
}

function RefreshAllButton() {
  const { id } = useWorkspace();
  const refresh = useRefreshRequests();
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={refresh.isPending}
      onClick={() => refresh.mutate(undefined, { onSuccess: (read) => showRefreshedToast(id, read) })}
    >
      Refresh all
    </Button>
  );
}
