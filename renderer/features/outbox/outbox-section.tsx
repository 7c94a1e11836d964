import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { useLocation } from 'wouter';
import {
  GROUP_PAGE,
  type GroupPart,
  type HistoryPart,
  type HistoryRow,
  maySendAgain,
  OUTBOX_PAGE,
  type Outbox,
  type OutboxGroup,
  type OutboxPart,
  type OutboxRow,
  waitsForRetry,
} from '../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { formatNumber } from '../../parts/format.ts';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import { type GridSelection, pageOffsets, type ScrollPosition } from '../../parts/grid/grid-columns.ts';
import { Dim } from '../../parts/layout.tsx';
import { ClippedText } from '../../parts/text.tsx';
import { requestPath, submissionPath } from '../../routes/paths.ts';
import { openNotToCall } from '../do-not-call/not-to-call.tsx';
import classes from './outbox.module.css';
import { historyColumns, outboxColumns, SaidInHeading } from './outbox-columns.tsx';
import { askForTimeZone, askForTimeZoneOf, offeredZones } from './outbox-dialogs.tsx';
import {
  askToDiscard,
  askToDiscardMany,
  askToResubmit,
  askToSendAgain,
  askToSendManyAgain,
  useMayTry,
  useTryNow,
} from './outbox-questions.tsx';
import type { BulkTarget } from './run-bulk.tsx';
import { type RowSelection, useRowSelection } from './state-words.ts';

export interface OutboxSectionProps {
  /** The name of the grid. */
  readonly name: string;
  /** The heading, if it is not the name. */
  readonly heading?: string;
  readonly lead?: string | undefined;
  readonly part: GroupPart;
  readonly rows: OutboxRows;
  /** Why none of them is accepted, if all have one cause: said once, in the heading. */
  readonly problem?: SubmissionProblem | null;
  /** Beside the heading, while nothing is selected. */
  readonly actions?: ReactNode;
}

/** px */
const ROW_HEIGHT = 36;

/** A group of the Outbox: what its rows have in common, what can be done with all, and the rows. */
export function OutboxSection(props: OutboxSectionProps) {
  const { name, heading = name, lead, part, rows, problem = null, actions } = props;
  const selection = useRowSelection(rows.first, rows.count);
  const { place, onOpen } = useOpenedRow(name, rows.first);
  const { chosen } = selection;
  return (
    <SaidInHeading value={problem !== null}>
      <GroupOfRows
        heading={heading}
        lead={lead}
        count={rows.count}
        before={<SelectAll selection={selection} />}
        actions={chosen.length > 0 ? <ChosenActions part={part} selection={selection} /> : actions}
      >
        <DataGrid
          label={name}
          columns={outboxColumns}
          count={rows.count}
          itemAt={rows.itemAt}
          {...(rows.onRange && { onRange: rows.onRange })}
          itemId={(row) => row.id}
          selection={gridSelection(selection, rows)}
          onOpen={onOpen}
          place={place}
          rowHeight={ROW_HEIGHT}
          height="grow"
          headless
        />
      </GroupOfRows>
    </SaidInHeading>
  );
}

interface GroupOfRowsProps {
  readonly heading: string;
  readonly lead?: string | undefined;
  readonly count: number;
  readonly before?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

function GroupOfRows({ heading, lead, count, before, actions, children }: GroupOfRowsProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={classes['section']}>
      <Group gap="4px 12px" justify="space-between" mih={26} mb={6}>
        <Group gap={10} wrap="nowrap" align="baseline" className={classes['titles'] ?? ''}>
          {before}
          <h2 id={headingId} className={classes['title']} title={heading} dir="auto">
            {heading}{' '}
            <Dim fz="inherit" fw={400}>
              {formatNumber(count)}
            </Dim>
          </h2>
          {lead && <ClippedText dimmed>{lead}</ClippedText>}
        </Group>
        {/* On a line of its own, they stay above the actions of the rows. */}
        {actions && (
          <Group gap={6} ml="auto">
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </section>
  );
}

/** A part of what left the Outbox. */
export function HistorySection({ part, count, first }: HistorySectionProps) {
  const workspace = useWorkspace();
  const [, navigate] = useLocation();
  const rows = usePagedRows({
    count: first.length < OUTBOX_PAGE ? first.length : Math.max(count, first.length),
    first,
    pageSize: OUTBOX_PAGE,
    pageQuery: (offset) => workspace.queries.submissions.historyPage({ part, offset }),
  });
  const name = HISTORY_NAMES[part];
  const { place, onOpen } = useOpenedRow(name, first);
  return (
    <GroupOfRows heading={name} count={rows.count}>
      <DataGrid
        label={name}
        columns={historyColumns}
        count={rows.count}
        itemAt={rows.itemAt}
        {...(rows.onRange && { onRange: rows.onRange })}
        itemId={(row) => row.id}
        onOpen={(row) => (row.requestId === null ? onOpen(row) : navigate(requestPath(row.requestId)))}
        place={place}
        rowHeight={ROW_HEIGHT}
        height="grow"
        headless
      />
    </GroupOfRows>
  );
}

interface HistorySectionProps {
  readonly part: HistoryPart;
  readonly count: number;
  /** The first page. */
  readonly first: readonly HistoryRow[];
}

const HISTORY_NAMES: Readonly<Record<HistoryPart, string>> = {
  refused: 'Refused',
  discarded: 'Discarded',
  sent: 'Sent',
};

/** Selects all rows of a section, or none. */
function SelectAll({ selection }: { selection: RowSelection }) {
  const { chosen, allChosen, canChooseAll, chooseAll } = selection;
  return (
    <Checkbox
      className={classes['selectAll'] ?? ''}
      aria-label="Select all submissions"
      // The actions beside it are for all of a long group.
      disabled={!canChooseAll}
      checked={allChosen}
      indeterminate={chosen.length > 0 && !allChosen}
      onChange={(event) => chooseAll(event.currentTarget.checked)}
    />
  );
}

/** The selection as the grid's keys and clicks change it. */
function gridSelection(selection: RowSelection, { itemAt }: OutboxRows): GridSelection<OutboxRow> {
  const { chosen, allChosen, canChooseAll, isChosen, choose, chooseAll } = selection;
  const change = (index: number, through: boolean) => {
    const row = itemAt(index);
    if (row) choose(row, through || !isChosen(row), through);
  };
  return {
    isSelected: isChosen,
    count: chosen.length,
    all: allChosen,
    labelOf: ({ candidateName }) => `Select ${candidateName}`,
    onToggle: (index) => change(index, false),
    onExtend: (index) => change(index, true),
    onAll: () => canChooseAll && chooseAll(true),
    onClear: () => chooseAll(false),
  };
}

interface SelectionBarProps {
  readonly part: GroupPart;
  readonly selection: RowSelection;
}

/** What can be decided for the selected rows. */
function ChosenActions({ part, selection }: Pick<SelectionBarProps, 'part' | 'selection'>) {
  const { chosen, chooseAll } = selection;
  const count = formatNumber(chosen.length);
  const clear = () => chooseAll(false);
  return (
    <>
      <Text span inherit fw={500} me={4}>
        {count} selected:
      </Text>
      <MainAction part={part} chosen={chosen} onConfirmed={clear} />
      <BarButton onClick={() => discardChosen(part, chosen, clear)}>{`Discard ${count}`}</BarButton>
      <BarButton onClick={() => notToCall(chosen)}>{`Do not call ${count}`}</BarButton>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
        Clear selection
      </Button>
      <LeftOut part={part} chosen={chosen} />
    </>
  );
}

interface MainActionProps {
  readonly part: GroupPart;
  readonly chosen: readonly OutboxRow[];
  readonly onConfirmed: () => void;
}

/** What the selected rows wait for a person to do. */
function MainAction({ part, chosen, onConfirmed }: MainActionProps) {
  const { tryOne, tryMany } = useTryNow();
  const mayTry = useMayTry();
  const [first] = chosen;
  if (!first || part === 'drafts') return null;
  if (part === 'refused') {
    return (
      <BarButton onClick={() => askToResubmit(targetOf(part, chosen), null, onConfirmed)}>
        {`Send ${formatNumber(chosen.length)} again`}
      </BarButton>
    );
  }
  const asked = chosen.filter((row) => offeredZones(row));
  if (asked.length > 0 && asked.length === chosen.length) {
    return (
      <BarButton
        onClick={() => chooseTimeZone(part, asked, onConfirmed)}
      >{`Choose time zone of ${formatNumber(asked.length)}`}</BarButton>
    );
  }
  if (part !== 'decisions') {
    // One alone is sent as from its row, which may ask more.
    const tried = chosen.length === 1 ? chosen.filter(mayTry) : triedTogether(chosen, mayTry);
    const [firstTried] = tried;
    if (!firstTried) return null;
    const tryNow = () => {
      if (chosen.length === 1) tryOne(firstTried);
      else tryMany(targetOf(part, tried), firstTried);
      onConfirmed();
    };
    return <BarButton onClick={tryNow}>{`Try ${formatNumber(tried.length)} now`}</BarButton>;
  }
  const again = chosen.filter(maySendAgain);
  if (again.length === 0) return null;
  return (
    <BarButton onClick={() => sendChosenAgain(again, onConfirmed)}>
      {`Send ${formatNumber(again.length)} again`}
    </BarButton>
  );
}

/** One alone has the dialog of its row, which says more. */
function sendChosenAgain(again: readonly OutboxRow[], onConfirmed: () => void): void {
  const [first] = again;
  const people = new Set(again.map(({ phoneNumber }) => phoneNumber)).size;
  if (again.length === 1 && first) askToSendAgain(first);
  else askToSendManyAgain(targetOf('decisions', again), people, onConfirmed);
}

/** One alone may be in any time zone. */
function chooseTimeZone(part: GroupPart, asked: readonly OutboxRow[], onConfirmed: () => void): void {
  const timeZones = [...new Set(asked.flatMap((row) => offeredZones(row) ?? []))];
  const [first] = asked;
  if (asked.length === 1 && first) askForTimeZoneOf(first, timeZones);
  else askForTimeZone({ target: targetOf(part, asked), timeZones, onConfirmed });
}

function discardChosen(part: GroupPart, chosen: readonly OutboxRow[], onConfirmed: () => void): void {
  const [first] = chosen;
  if (chosen.length === 1 && first) askToDiscard(first);
  else askToDiscardMany(targetOf(part, chosen), onConfirmed);
}

function notToCall(chosen: readonly OutboxRow[]): void {
  const [first] = chosen;
  if (!first) return;
  const { workspaceId, candidateName } = first;
  const phoneNumbers = chosen.map(({ phoneNumber }) => phoneNumber);
  openNotToCall({ workspaceId, phoneNumbers, ...(chosen.length === 1 && { candidateName }) });
}

function targetOf(part: GroupPart, rows: readonly OutboxRow[]): BulkTarget {
  const ids = rows.map(({ id }) => id);
  return { workspaceId: rows[0]?.workspaceId ?? '', part, rows: { ids }, count: ids.length };
}

function BarButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button size="compact-sm" variant="default" onClick={onClick}>
      {children}
    </Button>
  );
}

/** Those of these that may be tried with others. */
function triedTogether(
  chosen: readonly OutboxRow[],
  mayTry: (row: OutboxRow) => boolean,
): readonly OutboxRow[] {
  return chosen.filter((row) => waitsForRetry(row) && mayTry(row));
}

function LeftOut({ part, chosen }: Pick<MainActionProps, 'part' | 'chosen'>) {
  const mayTry = useMayTry();
  if (part === 'waiting' || part === 'held') {
    const left = chosen.length - triedTogether(chosen, mayTry).length;
    return chosen.length > 1 && left > 0 && <Dim fz="inherit">{notTriedWords(left)}</Dim>;
  }
  const arrived = part === 'decisions' ? chosen.filter((row) => !maySendAgain(row)).length : 0;
  if (arrived === 0) return null;
  return (
    <Dim fz="inherit">
      {arrived === 1
        ? "1 won't be sent again: the service has already accepted it."
        : `${formatNumber(arrived)} won't be sent again: the service has already accepted them.`}
    </Dim>
  );
}

/** A row says which of these it is. */
function notTriedWords(left: number): string {
  return left === 1
    ? "1 isn't tried: it is paused, waits for its time, or a rule refuses it."
    : `${formatNumber(left)} aren't tried: they are paused, wait for their time, or a rule refuses them.`;
}

/** The rows of a section of the Outbox, as a grid reads them. */
export interface OutboxRows<Row = OutboxRow> {
  readonly count: number;
  /** The first page. */
  readonly first: readonly Row[];
  /** Undefined while the row's page has not arrived. */
  readonly itemAt: (index: number) => Row | undefined;
  readonly onRange?: (first: number, last: number) => void;
}

interface Paged<Row> {
  readonly count: number;
  readonly first: readonly Row[];
  readonly pageSize: number;
  /** Query options of the page that begins at `offset`. */
  readonly pageQuery: (offset: number) => {
    readonly queryKey: readonly unknown[];
    readonly queryFn: () => Promise<readonly Row[]>;
  };
}

/** A page is requested when its first row is this close to the screen. */
const PREFETCH_ROWS = 50;
const NO_PAGES: readonly number[] = [];

/** A list loaded in pages: the first, and those on or near the screen. */
function usePagedRows<Row>({ count, first, pageSize, pageQuery }: Paged<Row>): OutboxRows<Row> {
  const [wanted, setWanted] = useState(NO_PAGES);
  // The list may have become shorter since the pages were wanted.
  const offsets = wanted.filter((offset) => offset < count);
  const results = useQueries({ queries: offsets.map(pageQuery) });
  const later = new Map(offsets.map((offset, at) => [offset, results[at]?.data]));
  const onRange = useCallback(
    (firstRow: number, lastRow: number) => {
      const ahead = Math.min(PREFETCH_ROWS, pageSize / 2);
      const next = pageOffsets(pageSize, firstRow - ahead, lastRow + ahead);
      setWanted((before) => (before.join() === next.join() ? before : next));
    },
    [pageSize],
  );
  return {
    count,
    first,
    itemAt: (index) =>
      index < pageSize ? first[index] : later.get(index - (index % pageSize))?.[index % pageSize],
    onRange,
  };
}

/** A part of the Outbox. */
export function useOutboxRows(part: OutboxPart, outbox: Outbox): OutboxRows {
  const workspace = useWorkspace();
  return usePagedRows({
    count: outbox.counts[part],
    first: outbox[part],
    pageSize: OUTBOX_PAGE,
    pageQuery: (offset) => workspace.queries.submissions.outboxPage({ part, offset }),
  });
}

/** A group of a tab. */
export function useGroupRows(group: OutboxGroup): OutboxRows {
  const workspace = useWorkspace();
  return usePagedRows({
    count: group.count,
    first: group.rows,
    pageSize: GROUP_PAGE,
    pageQuery: (offset) =>
      workspace.queries.submissions.outboxGroupPage({ part: group.part, cause: group.cause, offset }),
  });
}

interface OpenedRow {
  readonly grid: string;
  readonly submissionId: string;
  readonly place: ScrollPosition;
}

/** The submission that was opened last from a grid, by workspace. */
const openedRows = new Map<string, OpenedRow>();

/**
 * Opens the rows of a grid of submissions. Whoever comes back finds the grid where it was and, after {@link returnToOpenedRow}, the
 * keyboard on the row they opened. `first` are the rows that are there at once.
 */
export function useOpenedRow(grid: string, first: readonly { readonly id: string }[]) {
  const { id: workspaceId } = useWorkspace();
  const [, navigate] = useLocation();
  const [place] = useState(() => placeOnReturn(openedRows.get(workspaceId), grid, first));
  const onOpen = ({ id }: { readonly id: string }) => {
    // Whoever leaves by the navigation has not come back for this row.
    place.opened = false;
    openedRows.set(workspaceId, { grid, submissionId: id, place });
    navigate(submissionPath(id));
  };
  return { place, onOpen };
}

/** Call when somebody goes back from a submission: its row gets the focus. */
export function returnToOpenedRow(workspaceId: string, submissionId: string): void {
  const opened = openedRows.get(workspaceId);
  if (opened?.submissionId === submissionId) opened.place.opened = true;
}

function placeOnReturn(
  opened: OpenedRow | undefined,
  grid: string,
  first: readonly { readonly id: string }[],
): ScrollPosition {
  if (opened?.grid !== grid) return { offset: 0, active: 0, opened: false };
  // Meanwhile others may have come or gone above it.
  const moved = first.findIndex(({ id }) => id === opened.submissionId);
  if (moved !== -1) opened.place.active = moved;
  return opened.place;
}
