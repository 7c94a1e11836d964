import {
  ActionIcon,
  Anchor,
  Box,
  Button,
  Checkbox,
  CloseButton,
  Group,
  Menu,
  Popover,
  SegmentedControl,
  TextInput,
} from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconColumns3,
  IconFilter,
  IconRefresh,
  IconSearch,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Fragment, type KeyboardEvent, memo, type ReactNode, useEffect, useState } from 'react';
import { type GridLayout, NO_LAYOUT } from '../../../shared/grid-layout.ts';
import { MINE, NO_FILTER, type RequestFilter } from '../../../shared/request-filter.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { useFileName } from '../../api/outbox.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { ChipGroup, FilterChip } from '../../parts/chips.tsx';
import { ALL_REQUESTS, ExportMenu, useExportLock, useExportRequests } from '../../parts/export.tsx';
import { countOf, formatNumber } from '../../parts/format.ts';
import { useActions } from '../../parts/shortcuts.ts';
import { hideToast, showToast } from '../../parts/toast.tsx';
import { useJobInAddress } from '../../routes/hash-location.ts';
import { shownListPath } from '../../routes/paths.ts';
import { requestSwitch } from '../../routes/unsaved-work.ts';
import { inOrder, withShown } from './arrange-columns.ts';
import { FilterPanel } from './filter-panel.tsx';
import { codeOf, type FilterKind, filterWords, isValuePart, kindsOn, withoutKind } from './filter-parts.ts';
import type { ListState } from './list-state.ts';
import type { RequestColumn } from './request-columns.tsx';
import classes from './requests.module.css';
import { type ListedCount, ViewsBar } from './views-bar.tsx';

interface ColumnsMenuProps {
  readonly columns: readonly RequestColumn[];
  readonly layout: GridLayout;
  /** The visible columns. */
  readonly shown: readonly RequestColumn[];
  readonly onChange: (layout: GridLayout) => void;
}

/** Chooses the visible columns and their order. */
function ColumnsMenu(props: ColumnsMenuProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      position="bottom-end"
      width={270}
      shadow="md"
      trapFocus
      returnFocus
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <ActionIcon
          size="input-sm"
          variant="default"
          aria-label="Columns"
          title="Columns"
          onClick={() => setOpened(!opened)}
        >
          <IconColumns3 size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label="Columns">
        <ColumnsList {...props} />
        <HiddenForRoom {...props} />
        <Button size="compact-sm" variant="subtle" onClick={() => props.onChange(NO_LAYOUT)}>
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Names the columns that would be shown if there were room. */
function HiddenForRoom({ columns, layout, shown }: ColumnsMenuProps) {
  const hidden = columns.filter(
    (column) => (layout.shown[column.id] ?? column.rank !== null) && !shown.includes(column),
  );
  if (hidden.length === 0) return null;
  const names = new Intl.ListFormat('en').format(hidden.map(({ title }) => title));
  return (
    <p className={classes['hiddenHint']}>
      <bdi>{names}</bdi> {hidden.length === 1 ? 'doesn’t' : 'don’t'} fit at this width. Choose what to show,
      and the list scrolls sideways.
    </p>
  );
}

function ColumnsList({ columns, layout, shown, onChange }: ColumnsMenuProps) {
  const ordered = inOrder(columns, layout);
  const move = (index: number, by: 1 | -1) => {
    const ids = ordered.map(({ id }) => id);
    const [id] = ids.splice(index, 1);
    if (id !== undefined) onChange({ ...layout, order: ids.toSpliced(index + by, 0, id) });
  };
  return (
    <ul className={classes['columnsList']}>
      {ordered.map((column, index) => (
        <li key={column.id} className={classes['columnsItem']}>
          <Checkbox
            className={classes['columnName']}
            label={<span dir="auto">{column.title}</span>}
            checked={shown.includes(column)}
            // The headers arrange columns, so one must stay.
            disabled={shown.length === 1 && shown.includes(column)}
            onChange={(event) => onChange(withShown(layout, column.id, event.currentTarget.checked))}
          />
          <ActionIcon
            size="sm"
            aria-label={`Move ${column.title} up`}
            disabled={index === 0}
            onClick={() => move(index, -1)}
          >
            <IconArrowUp size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={`Move ${column.title} down`}
            disabled={index === ordered.length - 1}
            onClick={() => move(index, 1)}
          >
            <IconArrowDown size={14} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

interface FilterBarProps {
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
}

const POPOVER = {
  position: 'bottom-start',
  width: 290,
  shadow: 'md',
  trapFocus: true,
  returnFocus: true,
  withinPortal: true,
} as const;

/** The button that adds a filter. */
function FilterButton({ filter, onChange }: FilterBarProps) {
  const [opened, setOpened] = useState(false);
  const [kind, setKind] = useState<FilterKind | null>(null);
  const toggle = (open: boolean) => {
    setKind(null);
    setOpened(open);
  };
  return (
    <Popover {...POPOVER} opened={opened} onChange={toggle}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={15} aria-hidden />}
          onClick={() => toggle(!opened)}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Add a filter">
        <FilterPanel
          // Mounted again for each kind, so that its field takes the focus.
          key={kind}
          kind={kind}
          onKind={setKind}
          filter={filter}
          onChange={onChange}
          onClose={() => toggle(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The active filters as chips; nothing if there are none. */
function FilterChips({
  filter,
  onChange,
  isElsewhere,
}: FilterBarProps & { isElsewhere: (kind: FilterKind) => boolean }) {
  const pins = useQuery(useWorkspace().queries.pins.list()).data ?? [];
  const kinds = kindsOn(filter, pins).filter((kind) => !isElsewhere(kind));
  if (kinds.length === 0) return null;
  return (
    <ChipGroup label="Filters">
      {kinds.map((kind) =>
        kind === 'importId' ? (
          <ImportChip key={kind} filter={filter} onChange={onChange} />
        ) : (
          <EditableChip key={kind} kind={kind} filter={filter} onChange={onChange} />
        ),
      )}
    </ChipGroup>
  );
}

/** The import whose requests are listed. Another one is chosen on Import. */
function ImportChip({ filter, onChange }: FilterBarProps) {
  const fileName = useFileName(filter.importId);
  const words = filterWords('importId', filter, { values: undefined, pins: [], fileName });
  return <FilterChip {...words} onRemove={() => onChange(withoutKind(filter, 'importId'))} />;
}

function EditableChip({ kind, filter, onChange }: FilterBarProps & { kind: FilterKind }) {
  const [editing, setEditing] = useState(false);
  const values = useQuery(useWorkspace().queries.requests.filterValues()).data;
  const pins = useQuery(useWorkspace().queries.pins.list()).data ?? [];
  const { name, value } = filterWords(kind, filter, { values, pins });
  const codes = isValuePart(kind) ? filter[kind].flatMap((each) => codeOf(kind, each) ?? []) : [];
  return (
    <Popover {...POPOVER} opened={editing} onChange={setEditing}>
      <Popover.Target>
        <FilterChip
          name={name}
          value={value}
          title={codes.length === 0 ? undefined : `${name}: ${value} (${codes.join(', ')})`}
          editing={editing}
          onEdit={() => setEditing(!editing)}
          onRemove={() => onChange(withoutKind(filter, kind))}
        />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={`Change the filter ${name}`}>
        <FilterPanel
          kind={kind}
          onKind={() => undefined}
          filter={filter}
          onChange={onChange}
          onClose={() => setEditing(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The longest search text the IPC contract accepts. */
const MAX_LENGTH = 200;

interface RequestsToolbarProps {
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
  /** Beside an open request, only search and filters fit. */
  readonly narrow: boolean;
  /** One's own requests or everybody's; null where it stands elsewhere. */
  readonly whose: ReactNode;
  readonly children: ReactNode;
}

/** Search, filters, and actions on the whole list. */
function RequestsToolbar({ filter, onChange, narrow, whose, children }: RequestsToolbarProps) {
  return (
    <Group gap={8} flex="none">
      <SearchBox search={filter.search} onSearch={(search) => onChange({ ...filter, search })} />
      <FilterButton filter={filter} onChange={onChange} />
      {whose}
      {!narrow && (
        <Group gap={8} wrap="nowrap" ms="auto">
          <RefreshAllButton />
          {children}
        </Group>
      )}
    </Group>
  );
}

/** One's own requests, or the team's; with those of some colleagues only, neither. */
function WhoseRequests({ filter, onChange }: FilterBarProps) {
  const { by } = filter;
  return (
    <SegmentedControl
      size="xs"
      flex="none"
      aria-label="Whose requests"
      data={[
        { value: 'mine', label: 'Mine' },
        { value: 'everyone', label: 'Everyone' },
      ]}
      value={by.length === 0 ? 'everyone' : isMine(filter) ? 'mine' : ''}
      onChange={(whose) => onChange({ ...filter, by: whose === 'mine' ? [MINE] : [] })}
    />
  );
}

function isMine({ by }: RequestFilter): boolean {
  return by.length > 0 && by.every((one) => one === MINE);
}

interface SearchBoxProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

function SearchBox({ search, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(search);
  // The search may change from outside, such as by choosing a view.
  useEffect(() => setText((typed) => (searchOf(typed) === search ? typed : search)), [search]);
  const type = (typed: string) => {
    setText(typed);
    onSearch(searchOf(typed));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || text === '') return;
    type('');
    event.preventDefault();
  };
  return (
    <TextInput
      type="search"
      aria-label="Search requests"
      placeholder="Search by name, phone, ID, notes or results"
      className={classes['search']}
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
  const refresh = useMutation({ mutationFn: useWorkspace().api.requests.refresh, meta: SHOW_ERROR_IN_SHELL });
  return (
    <ActionIcon
      size="input-sm"
      variant="default"
      aria-label="Refresh all"
      title="Refresh all"
      loading={refresh.isPending}
      onClick={() => refresh.mutate(undefined, { onSuccess: (read) => showRefreshedToast(id, read) })}
    >
      <IconRefresh size={16} aria-hidden />
    </ActionIcon>
  );
}

interface ReviewButtonProps {
  /** How many requests of the list have results and no verdict. */
  readonly waiting: number;
  readonly isStarting: boolean;
  readonly start: () => void;
}

function ReviewButton({ waiting, isStarting, start }: ReviewButtonProps) {
  const name = `Review ${formatNumber(waiting)} new`;
  useActions(
    waiting === 0
      ? []
      : [{ id: 'list.review', name, group: 'These requests', keywords: 'verdict decide', run: start }],
  );
  if (waiting === 0) return null;
  return (
    <Button loading={isStarting} onClick={start}>
      {name}
    </Button>
  );
}

export const FORMATS = [
  { format: 'csv', words: 'CSV, for spreadsheets' },
  { format: 'json', words: 'JSON, with the whole results' },
] as const;

const ALL = 'All requests';

interface RequestFilesProps {
  readonly filter: RequestFilter;
  /** Requests that match. */
  readonly total: number;
  readonly all: number;
}

/** Exports the listed or all requests; those that are selected have a button of their own. */
function RequestFiles({ filter, total, all }: RequestFilesProps) {
  const save = useExportRequests();
  const { isOff } = useExportLock();
  const offers = [
    ...(total < all ? [{ words: 'As listed', count: total, selection: { filter, except: [] } }] : []),
    { words: ALL, count: all, selection: ALL_REQUESTS },
  ];
  // The shell already offers exporting all requests, on every page.
  useActions(
    offers
      .filter(({ words }) => words !== ALL && !isOff)
      .flatMap(({ words, selection }) =>
        FORMATS.map(({ format }) => ({
          id: `list.export.${words}.${format}`,
          name: `Export as ${format.toUpperCase()}: ${words.toLowerCase()}`,
          group: 'These requests',
          keywords: 'save file download spreadsheet',
          run: () => save.mutate({ selection, format }),
        })),
      ),
  );
  return (
    <ExportMenu saving={save.isPending} width={270}>
      {offers.map(({ words, count, selection }) => (
        <Fragment key={words}>
          <Menu.Label>
            {words} ({formatNumber(count)})
          </Menu.Label>
          {FORMATS.map(({ format, words: name }) => (
            <Menu.Item
              key={format}
              aria-label={`${words}: ${name}`}
              onClick={() => save.mutate({ selection, format })}
            >
              {name}
            </Menu.Item>
          ))}
        </Fragment>
      ))}
    </ExportMenu>
  );
}

interface ListToolsProps {
  readonly state: ListState;
  readonly onChange: (state: ListState) => void;
  readonly onFilter: (filter: RequestFilter) => void;
  /** A request is open beside the list. */
  readonly narrow: boolean;
  readonly isShared: boolean;
  readonly review: ReviewButtonProps;
  readonly listed: ListedCount | null;
  readonly total: number;
  readonly all: number;
  readonly columns: readonly RequestColumn[];
  readonly shown: readonly RequestColumn[];
  readonly layout: GridLayout;
  readonly onLayout: (layout: GridLayout) => void;
}

/** Views, search, filters and columns. Memoised: pages that arrive while scrolling don't draw them again. */
export const ListTools = memo(function PlainListTools(props: ListToolsProps) {
  const { state, onFilter, total, all } = props;
  const { filter } = state.query;
  const isOfJob = useJobInAddress() !== null;
  const whose = props.isShared && !props.narrow && <WhoseRequests filter={filter} onChange={onFilter} />;
  /** The job is the page's, and `whose` says what is one's own; without colleagues, all is. */
  const isElsewhere = (kind: FilterKind) =>
    kind === 'jobs' ? isOfJob : kind === 'by' && (whose !== false || !props.isShared) && isMine(filter);
  const shownKinds = kindsOn(filter, []).filter((kind) => !isElsewhere(kind));
  return (
    <>
      {!props.narrow && !isOfJob && (
        <Group gap={12} wrap="nowrap" flex="none">
          <Box miw={0} flex={1}>
            <ViewsBar state={state} listed={props.listed} onChange={props.onChange} />
          </Box>
          {whose}
        </Group>
      )}
      <RequestsToolbar filter={filter} onChange={onFilter} narrow={props.narrow} whose={isOfJob && whose}>
        <ReviewButton {...props.review} />
        <RequestFiles filter={filter} total={total} all={all} />
        <ColumnsMenu
          columns={props.columns}
          layout={props.layout}
          shown={props.shown}
          onChange={props.onLayout}
        />
      </RequestsToolbar>
      {shownKinds.length > 0 && (
        <Group gap={6} flex="none">
          <FilterChips filter={filter} onChange={onFilter} isElsewhere={isElsewhere} />
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => onFilter({ ...NO_FILTER, search: filter.search })}
          >
            Clear all
          </Button>
        </Group>
      )}
    </>
  );
});

const TOAST = 'refreshed';

/** Shows how many requests were refreshed. */
export function showRefreshedToast(
  workspaceId: string,
  { refreshed, failed }: { refreshed: number; failed: number },
): void {
  showToast({
    id: TOAST,
    workspaceId,
    tone: failed > 0 ? 'problem' : 'done',
    title: `${countOf(refreshed, 'request')} refreshed`,
    ...(failed > 0 && { message: <Failed workspaceId={workspaceId} count={failed} /> }),
  });
}

/** Leads to the requests that couldn't be refreshed: the list has the reason of each. */
function Failed({ workspaceId, count }: { workspaceId: string; count: number }) {
  const show = () => {
    hideToast(TOAST);
    const title = `${countOf(count, "request couldn't", "requests couldn't")} be refreshed`;
    requestSwitch({ workspaceId, path: shownListPath('problems'), title });
  };
  return (
    <>
      <div>Couldn't refresh {countOf(count, 'request')}.</div>
      <Anchor component="button" type="button" size="sm" onClick={show}>
        Show {count === 1 ? 'it, with the reason' : 'them, each with the reason'}
      </Anchor>
    </>
  );
}
