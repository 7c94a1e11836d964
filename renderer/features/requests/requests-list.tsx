import { Button, Group, Stack } from '@mantine/core';
import { useMediaQuery, useMergedRef } from '@mantine/hooks';
import { IconPhoneCall, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { NO_LAYOUT } from '../../../shared/grid-layout.ts';
import { type RequestRow, VERDICTS } from '../../../shared/request.ts';
import { type HiddenBy, NO_FILTER, type RequestFilter, TO_REVIEW } from '../../../shared/request-filter.ts';
import { useAppState, useOutboxCounts, useWorkspace } from '../../api/app-state.tsx';
import { useFoundSubmissions } from '../../api/outbox.ts';
import { useRequestTotal } from '../../api/requests.ts';
import { countOf, formatDateTime, formatNumber, formatRelative } from '../../parts/format.ts';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import { type GridArrangement, useWidth } from '../../parts/grid/grid-columns.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { activeRow, EmptyState, Page } from '../../parts/page.tsx';
import { usePhoneFormat } from '../../parts/phone.tsx';
import {
  type Action,
  runShortcut,
  type ShortcutId,
  useActions,
  VERDICT_KEYS,
} from '../../parts/shortcuts.ts';
import { useNow } from '../../parts/time.tsx';
import { useJobInAddress } from '../../routes/hash-location.ts';
import {
  foundSubmissionsPath,
  importedSubmissionsPath,
  requestPath,
  submissionPath,
} from '../../routes/paths.ts';
import { ScoreOfferLine } from '../library/score-offer.tsx';
import {
  columnsBeside,
  isHiddenByResults,
  shownColumns,
  useGridLayout,
  withMoved,
  withShown,
  withWidth,
} from './arrange-columns.ts';
import { BulkBar } from './bulk-bar.tsx';
import { partWords, withoutPart } from './filter-parts.ts';
import { BUILT_IN_VIEWS, FIRST_STATE, readingWords, SHOWN_LISTS, sameFilter } from './list-state.ts';
import { ListTools } from './list-tools.tsx';
import { requestColumns } from './request-columns.tsx';
import classes from './requests.module.css';
import { useAnnotate } from './use-annotations.ts';
import {
  type NeighbourOf,
  type RequestList,
  type ReviewPlace,
  requestId,
  useRequestList,
} from './use-request-list.ts';
import type { CheckedAges } from './use-rows-on-screen.ts';
import { stateOf } from './views-bar.tsx';

/** Scrolling room under the last row, so that the bulk bar never covers it, px. */
const BULK_BAR_ROOM = 56;

interface RequestsListProps {
  readonly list: RequestList;
  /** The request open beside the list, which then has less room; null if none is. */
  readonly openRequestId: string | null;
}

/** Views, search and filters over the grid of tracked requests. */
function RequestsList({ list, openRequestId }: RequestsListProps) {
  const { state, rows, selection } = list;
  const { order } = rows;
  const { chosen } = selection;
  const { requestCount } = useAppState();
  const area = useRef<HTMLDivElement>(null);
  const areaRef = useMergedRef(area, list.watch);
  const job = useJobInAddress();
  const whole = allOf(state.query.filter, job);
  const all = useRequestTotal(whole).data ?? null;
  const { filter: listedFilter } = rows.query;
  const total = order?.total;
  const listed = useMemo(
    () => (total === undefined ? null : { filter: listedFilter, total }),
    [listedFilter, total],
  );
  const beside = openRequestId !== null;
  const isShared = order?.isShared ?? false;
  const columns = useColumns(useWidth(area), beside, state.query.filter.hasProblem === true, isShared);
  useFocusOnClose(beside);
  useListActions(list);
  useRowActions(list, beside);
  useListAddress(list);
  // What the list has is known a moment later.
  if ((order?.all ?? requestCount) === 0) return <NoneYet title="No requests yet" />;
  return (
    <Stack gap={10} miw={0} mih={0} flex={1}>
      <ListTools
        state={state}
        onChange={list.change}
        onFilter={list.changeFilter}
        narrow={beside}
        isShared={isShared}
        review={list.review}
        listed={listed}
        total={order?.total ?? 0}
        all={order?.all ?? 0}
        columns={columns.columns}
        shown={columns.shown}
        layout={columns.layout}
        onLayout={columns.setLayout}
      />
      <ListFooting
        total={order?.total ?? null}
        all={sameFilter(state.query.filter, whole) ? null : all}
        search={state.query.filter.search}
        importId={state.query.filter.importId}
        checked={list.checked}
        reading={readingWords(columns.reading, columns.pins, state.query)}
        onShowPhone={columns.isPhoneHidden ? columns.showPhone : null}
        moved={rows.moved}
        onSortAgain={rows.catchUp}
      />
      {!beside && <ScoreOfferLine questionnaireId={onlyOf(listedFilter.questionnaires)} />}
      <ErrorNotice error={rows.error} title="Couldn't load the list." onRetry={rows.retry} />
      <div ref={areaRef} className={classes['area']}>
        {order && columns.known && (
          <RequestsGrid list={list} columns={columns} openRequestId={openRequestId} />
        )}
        {chosen && (
          <BulkBar
            {...chosen}
            clear={selection.clear}
            query={rows.query}
            onLeaving={list.allowMoves}
            onCompare={selection.keepForComparison}
          />
        )}
      </div>
    </Stack>
  );
}

/** When the request beside the list closes, its focus is lost: puts the keyboard back on the active row. */
function useFocusOnClose(beside: boolean): void {
  useEffect(() => {
    if (!beside) return;
    return () => {
      if (document.activeElement === document.body) activeRow()?.focus();
    };
  }, [beside]);
}

interface RequestsGridProps extends RequestsListProps {
  readonly columns: ReturnType<typeof useColumns>;
}

function RequestsGrid({ list, columns, openRequestId }: RequestsGridProps) {
  const { rows, selection } = list;
  const [, navigate] = useLocation();
  const job = useJobInAddress();
  const open = useCallback((row: RequestRow) => navigate(requestPath(row.requestId, job)), [navigate, job]);
  const { filter, sort, descending } = rows.query;
  const gridSort = useMemo(() => ({ column: sort, descending }), [sort, descending]);
  return (
    <DataGrid
      label="Tracked requests"
      columns={columns.shown}
      count={rows.order?.total ?? 0}
      itemAt={rows.itemAt}
      itemId={requestId}
      sort={gridSort}
      onSort={list.changeSort}
      onOpen={open}
      onRange={list.onRows}
      place={list.place}
      order={JSON.stringify(rows.query)}
      arrangement={openRequestId === null ? columns.arrangement : undefined}
      selection={selection.grid}
      currentId={openRequestId ?? undefined}
      reveal={list.reveal}
      onStep={openRequestId === null ? undefined : stepOpenRequest}
      roomBelow={selection.chosen ? BULK_BAR_ROOM : 0}
      empty={
        <RequestsEmpty
          filter={filter}
          onChange={list.changeFilter}
          onClear={() => list.change(FIRST_STATE)}
        />
      }
    />
  );
}

/** Arrows in the list do what J and K do. */
function stepOpenRequest(step: 1 | -1): void {
  runShortcut(step === 1 ? 'nextRequest' : 'previousRequest');
}

/** The one value of a part of the filter; null for none or several. */
function onlyOf(values: readonly string[]): string | null {
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** Everything in the list, or of the job, without search and filters: the number that the view beside it shows. */
function allOf({ archived }: RequestFilter, job: string | null): RequestFilter {
  return { ...NO_FILTER, archived, jobs: job === null ? [] : [job] };
}

const GROUP = 'These requests';

/** Offers the list's actions in the palette. */
function useListActions({ change, selection, rows }: RequestList): void {
  useActions([
    ...((rows.order?.total ?? 0) > 0
      ? [{ id: 'list.select-all', name: 'Select all', group: GROUP, run: selection.grid.onAll }]
      : []),
    ...BUILT_IN_VIEWS.map(
      ({ id, name, filter }): Action => ({
        id: `list.view.${id}`,
        name: `Show: ${name}`,
        group: GROUP,
        keywords: 'view filter',
        run: () => change({ viewId: id, query: { ...FIRST_STATE.query, filter } }),
      }),
    ),
  ]);
}

/** 1 to 4 set the verdict on the row that has the list's tab stop, and E archives it. */
function useRowActions({ rows, place, allowMoves }: RequestList, beside: boolean): void {
  const annotate = useAnnotate();
  const onRow = (id: string, shortcut: ShortcutId, run: (row: RequestRow) => void): Action => ({
    id: `row.${id}`,
    name: id,
    group: GROUP,
    shortcut,
    isKeyOnly: true,
    run: () => {
      const row = rows.itemAt(place.active);
      if (!row) return;
      activeRow()?.focus();
      run(row);
    },
  });
  useActions(
    beside
      ? []
      : [
          ...VERDICTS.map((verdict) =>
            onRow(verdict, VERDICT_KEYS[verdict], (row) => annotate(row).setVerdict(verdict)),
          ),
          onRow('archive', 'archive', (row) => {
            allowMoves();
            annotate(row).setArchived(!row.archived);
          }),
        ],
  );
}

/**
 * Applies the saved view, search or filter in the address, then removes it from there, so that later changes aren't overridden.
 * What is to be reviewed is reviewed at once.
 */
function useListAddress({ change, review }: RequestList): void {
  const search = useSearch();
  const viewId = new URLSearchParams(search).get('view');
  const filter = useMemo(() => filterIn(new URLSearchParams(search)), [search]);
  const [, navigate] = useLocation();
  const views = useQuery(useWorkspace().queries.views.list());
  const viewsKnown = views.data !== undefined || views.isError;
  const view = views.data?.find(({ id }) => id === viewId);
  const show = useEffectEvent((wanted: RequestFilter) => {
    if (wanted === TO_REVIEW) review.startIn({ list: FIRST_STATE, filter: wanted });
    else change({ ...FIRST_STATE, query: { ...FIRST_STATE.query, filter: wanted } });
  });
  useEffect(() => {
    if (viewId === null && filter === null) return;
    if (filter) show(filter);
    else if (view) change(stateOf(view));
    else if (!viewsKnown) return;
    navigate('/requests', { replace: true });
  }, [viewId, filter, view, viewsKnown, change, navigate]);
}

/** The filter that an address names; null if it names none. */
function filterIn(address: URLSearchParams): RequestFilter | null {
  const [searched, list] = [address.get('search'), address.get('show')];
  if (searched !== null) return { ...NO_FILTER, search: searched, archived: 'any' };
  const importId = address.get('import');
  if (importId !== null) return { ...NO_FILTER, importId };
  return Object.entries(SHOWN_LISTS).find(([name]) => name === list)?.[1] ?? null;
}

interface ListFootingProps {
  /** Requests that match, and those of which they are a part; null while unknown. */
  readonly total: number | null;
  readonly all: number | null;
  readonly checked: CheckedAges | null;
  /** Shown in place of the age while results are still being read. */
  readonly reading: string | null;
  readonly search: string;
  readonly importId: string | null;
  /** Shows the phone number again, for which the score and pinned fields leave no room; null if they do. */
  readonly onShowPhone: (() => void) | null;
  /** Rows that are new or would move if the list were sorted again. */
  readonly moved: number;
  readonly onSortAgain: () => void;
}

/** How many requests are listed, how old they are, and whether the order is out of date. */
function ListFooting(props: ListFootingProps) {
  const { total, all, search, importId, checked, reading, onShowPhone, moved, onSortAgain } = props;
  return (
    <div className={classes['footing']}>
      <span aria-live="polite">{total !== null && countWords(total, all ?? total)}</span>
      {total !== 0 && <FoundInOutbox search={search} importId={importId} />}
      {reading === null ? checked && <CheckedAge {...checked} /> : <span title={reading}>{reading}</span>}
      {onShowPhone && (
        <span>
          No room for Phone{' '}
          <Button size="compact-sm" variant="subtle" onClick={onShowPhone}>
            Show it
          </Button>
        </span>
      )}
      <span className={classes['moved']} aria-live="polite">
        {moved > 0 && (
          <>
            {formatNumber(moved)} new or moved
            <Button size="compact-sm" variant="subtle" onClick={onSortAgain}>
              Sort again
            </Button>
          </>
        )}
      </span>
    </div>
  );
}

function countWords(total: number, all: number): string {
  return total >= all ? countOf(total, 'request') : `${countOf(total, 'request')} of ${formatNumber(all)}`;
}

/** `Checked 2 min. ago`: of the rows on screen, the one checked longest ago counts. */
function CheckedAge({ oldest, latest }: CheckedAges) {
  const now = useNow();
  const words = oldest === null ? 'Some not checked yet' : `Checked ${formatRelative(oldest, now)}`;
  return <span title={`Rows on screen; latest check ${formatDateTime(latest)}`}>{words}</span>;
}

const NO_PINS = [] as const;
const NO_PATHS = [] as const;

/**
 * The columns of a list of this width (px), and the handlers that arrange them; `tight` as in {@link ListRoom}; with
 * `problems`, one of them is what went wrong with each request; `isShared`: another says whose each is.
 */
function useColumns(width: number, tight: boolean, problems: boolean, isShared: boolean) {
  const pinned = useQuery(useWorkspace().queries.pins.list()).data;
  // The same array for "none" as for "not loaded yet": the rows aren't redrawn when an empty answer arrives.
  const pins = pinned?.length ? pinned : NO_PINS;
  const reading = useQuery(useWorkspace().queries.pins.reading()).data ?? null;
  const unread = reading?.paths ?? NO_PATHS;
  const now = useNow();
  const formatPhone = usePhoneFormat();
  const [layout, setLayout] = useGridLayout();
  const isOfJob = useJobInAddress() !== null;
  const columns = useMemo(
    () =>
      // In the list of a job, all rows would say the same.
      requestColumns({ pins, unread, now, formatPhone, problems, isShared }).filter(
        ({ id }) => id !== 'job' || !isOfJob,
      ),
    [pins, unread, now, formatPhone, problems, isShared, isOfJob],
  );
  const arranged = layout ?? NO_LAYOUT;
  const shown = useMemo(
    () => (tight ? columnsBeside(columns, width) : shownColumns(columns, arranged, width)),
    [columns, arranged, width, tight],
  );
  const isPhoneHidden = useMemo(
    () => !tight && isHiddenByResults(columns, arranged, width, 'phone'),
    [columns, arranged, width, tight],
  );

  // A drag keeps the handlers it began with, and must still build on the latest layout.
  const latest = useRef({ layout: arranged, columns, shown });
  useLayoutEffect(() => {
    latest.current = { layout: arranged, columns, shown };
  });
  const onResize = useCallback<GridArrangement['onResize']>(
    (id, px) => setLayout(withWidth(latest.current.layout, id, px)),
    [setLayout],
  );
  const onMove = useCallback<GridArrangement['onMove']>(
    (id, to) => {
      const { layout: before, columns: all, shown: visible } = latest.current;
      const visibleIds = visible.map((column) => column.id);
      setLayout(withMoved(all, before, visibleIds, id, to));
    },
    [setLayout],
  );
  const { widths } = arranged;
  const arrangement = useMemo<GridArrangement>(
    () => ({ widths, onResize, onMove }),
    [widths, onResize, onMove],
  );
  return {
    known: layout !== undefined,
    columns,
    shown,
    layout: arranged,
    setLayout,
    isPhoneHidden,
    showPhone: () => setLayout(withShown(arranged, 'phone', true)),
    arrangement,
    pins,
    reading,
  };
}

interface RequestsEmptyProps {
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
  readonly onClear: () => void;
}

interface NoneYetProps {
  readonly title: string;
  /** Whether what is below it has the main button of the page. */
  readonly isSecond?: boolean;
  readonly children?: ReactNode;
}

/** How to begin, in place of a page that has nobody yet. */
export function NoneYet({ title, isSecond = false, children }: NoneYetProps) {
  const [, navigate] = useLocation();
  const { waiting } = useOutboxCounts();
  return (
    <EmptyState
      icon={<IconPhoneCall size={22} stroke={1.5} aria-hidden />}
      title={title}
      action={
        <Group gap="xs" justify="center">
          <Button variant={isSecond ? 'default' : 'filled'} onClick={() => navigate('/new')}>
            New request
          </Button>
          <Button variant="default" onClick={() => navigate(waiting > 0 ? '/outbox' : '/import')}>
            {waiting > 0 ? `${countOf(waiting, 'submission')} on the way` : 'Import'}
          </Button>
        </Group>
      }
    >
      {children}
    </EmptyState>
  );
}

/** Which filter hides how many of the requests, or of the job's, which its page can't do without. */
export function RequestsEmpty({ filter, onChange, onClear }: RequestsEmptyProps) {
  const job = useJobInAddress();
  const all = useRequestTotal(allOf(filter, job)).data ?? 0;
  const parts =
    useQuery({ ...useWorkspace().queries.requests.hiddenBy({ filter }), placeholderData: keepPreviousData })
      .data ?? [];
  const hidden = parts.filter(({ part }) => job === null || part !== 'jobs');
  const removable = hidden.filter(({ withoutIt }) => withoutIt > 0);
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
      <div className={classes['outbox']}>
        <FoundInOutbox search={filter.search} importId={filter.importId} alone />
      </div>
      {removable.length === 0 ? (
        hidden.length > 1 ? (
          'Each filter on its own hides all requests.'
        ) : (
          `None of the ${countOf(all, 'request')} matches.`
        )
      ) : (
        <ul className={classes['hiddenList']}>
          {removable.map((part) => (
            <HiddenPart key={part.part} hidden={part} filter={filter} onChange={onChange} />
          ))}
        </ul>
      )}
      {filter.search !== '' && <CoveredNotSearched />}
    </EmptyState>
  );
}

/** Why a search may find nobody who is there: it would tell what is covered. */
function CoveredNotSearched() {
  if (!useQuery(useWorkspace().queries.rules.get()).data?.verdictFirst) return null;
  return <p className={classes['covered']}>Results that are covered until a verdict aren’t searched.</p>;
}

interface HiddenPartProps {
  readonly hidden: HiddenBy;
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
}

/** How many requests would match without one part of the filter, and a button that removes it. */
function HiddenPart({ hidden, filter, onChange }: HiddenPartProps) {
  const values = useQuery(useWorkspace().queries.requests.filterValues()).data;
  const pins = useQuery(useWorkspace().queries.pins.list()).data ?? [];
  const { part, withoutIt } = hidden;
  return (
    <li>
      Without {partWords(part, filter, { values, pins })} there would be {formatNumber(withoutIt)}.{' '}
      <Button size="compact-sm" variant="subtle" onClick={() => onChange(relaxed(part, filter))}>
        Show {withoutIt === 1 ? 'it' : 'them'}
      </Button>
    </li>
  );
}

/** `archived` has no "off": relaxing it shows both kinds. */
function relaxed(part: HiddenBy['part'], filter: RequestFilter): RequestFilter {
  return part === 'archived' ? { ...filter, archived: 'any' } : withoutPart(filter, part);
}

interface FoundInOutboxProps {
  readonly search: string;
  readonly importId?: string | null;
  /** No request matches. */
  readonly alone?: boolean;
}

/** `3 more in the Outbox`: a link to the submissions that match the search or the import and have no request; nothing without any. */
export function FoundInOutbox({ search, importId = null, alone = false }: FoundInOutboxProps) {
  const { rows, total } = useFoundSubmissions(search, 1, importId);
  const [only] = rows;
  if (!only) return null;
  const found = importId === null ? foundSubmissionsPath(search) : importedSubmissionsPath(importId);
  return (
    <Link className={classes['elsewhere']} href={total === 1 ? submissionPath(only.id) : found}>
      {formatNumber(total)} {alone ? 'found' : 'more'} in the Outbox
    </Link>
  );
}

/** The window is wide enough to show a request beside the list. */
const WIDE = '(min-width: 1100px)';

/** What the page of a job adds to the list of its candidates. */
export interface ListOfJob {
  readonly id: string;
  readonly title: string;
  readonly head: ReactNode;
  /** In place of the list; `show` goes to the list with a filter. Null: the list. */
  readonly instead: ((show: (filter: RequestFilter) => void) => ReactNode) | null;
}

interface RequestsPageProps {
  readonly openRequestId: string | null;
  /** Null for all jobs. */
  readonly job?: ListOfJob | null;
  readonly renderRequest: (open: OpenRequest) => ReactNode;
}

/** A request that is open: beside the list, or alone in a narrow window. */
export interface OpenRequest {
  readonly requestId: string;
  readonly neighbourOf: NeighbourOf;
  readonly beside: boolean;
  /** Null: it isn't reviewed. */
  readonly review: ReviewPlace | null;
}

/** The list of tracked requests, and the request that is open. */
export function RequestsPage({ openRequestId, job = null, renderRequest }: RequestsPageProps) {
  const list = useRequestList(openRequestId, job?.id ?? null);
  const wide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const instead = job?.instead ?? null;
  const alone = openRequestId !== null && (!wide || instead !== null);
  const { place, reveal } = list;
  useEffect(() => {
    if (!alone) return;
    // On return, the keyboard is on the row of the request that was open last.
    place.opened = true;
    if (reveal !== undefined) place.active = reveal;
  }, [alone, place, reveal]);
  const opened = openRequestId !== null && {
    requestId: openRequestId,
    neighbourOf: list.neighbourOf,
    beside: !alone,
    review: list.review.place,
  };
  if (opened && alone) return renderRequest(opened);
  const show = (filter: RequestFilter) =>
    list.change({ ...FIRST_STATE, query: { ...FIRST_STATE.query, filter } });
  return (
    <Page title={job?.title ?? 'Requests'} layout="fill" isBehind={opened !== false}>
      {job?.head}
      {instead?.(show) ?? (
        <div className={classes['split']} data-beside={openRequestId !== null || undefined}>
          <RequestsList list={list} openRequestId={openRequestId} />
          {opened && <div className={classes['pane']}>{renderRequest(opened)}</div>}
        </div>
      )}
    </Page>
  );
}
