import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { type GroupPart, maySendAgain, type OutboxRow, waitsForRetry } from '../../../shared/outbox.ts';
import { openNotToCall } from '../../parts/do-not-call/open-not-to-call.ts';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import { formatNumber } from '../../parts/text/count-of.ts';
import { askToDiscardMany, askToResubmit, askToSendManyAgain } from './ask-for-bulk.tsx';
import { askForTimeZone, askForTimeZoneOf, offeredZones } from './ask-for-time-zone.tsx';
import { askToDiscard } from './ask-to-discard.tsx';
import { askToSendAgain } from './ask-to-send-again.tsx';
import { sharedCauses } from './causes.ts';
import { outboxColumns } from './outbox-columns.tsx';
import classes from './outbox-section.module.css';
import { type RowSelection, SelectionContext, useRowSelection } from './row-selection.ts';
import type { BulkTarget } from './run-bulk.tsx';
import selectionBarClasses from './selection-bar.module.css';
import { useMayTry } from './use-may-try.ts';
import { useOpenedRow } from './use-opened-row.ts';
import type { OutboxRows } from './use-outbox-rows.ts';
import { useTryNow } from './use-try-now.ts';

export interface OutboxSectionProps {
  /** The name of the grid. */
  readonly name: string;
  /** The heading, if it is more than the name. */
  readonly heading?: ReactNode;
  /** Above the heading: what these are. */
  readonly kind?: string;
  readonly lead?: string;
  readonly part: GroupPart;
  readonly rows: OutboxRows;
  /** Beside the heading, while nothing is selected. */
  readonly actions?: ReactNode;
}

/** Room for two lines of the service's words and three of what to do, px. */
const ROW_HEIGHT = 90;
/** In a narrow window the same words need more lines: four and three. */
const NARROW = { query: '(max-width: 1100px)', rowHeight: 124, linesOfWords: 4 };

const LINES = { '--lines-of-words': NARROW.linesOfWords } as CSSProperties;

/** A group of the Outbox: what its rows have in common, what can be done with all, and the rows. */
export function OutboxSection({ name, heading, kind, lead, part, rows, actions }: OutboxSectionProps) {
  const selection = useRowSelection(rows.first, rows.count);
  const headingId = useId();
  const isNarrow = useMediaQuery(NARROW.query, undefined, { getInitialValueInEffect: false });
  const { place, onOpen } = useOpenedRow(name, rows.first);
  return (
    <SelectionContext value={selection}>
      <section
        aria-labelledby={headingId}
        className={classes['section']}
        style={isNarrow ? LINES : undefined}
      >
        <div className={classes['head']}>
          <div className={classes['titles']}>
            {kind && <p className={classes['kind']}>{kind}</p>}
            <h2 id={headingId} className={classes['title']}>
              {heading ?? name} <span className={classes['count']}>{formatNumber(rows.count)}</span>
            </h2>
            {lead && <p className={classes['lead']}>{lead}</p>}
          </div>
          {selection.chosen.length === 0 && actions && <div className={classes['actions']}>{actions}</div>}
        </div>
        <SelectionBar rows={rows.first} part={part} selection={selection} />
        <DataGrid
          label={name}
          columns={outboxColumns}
          count={rows.count}
          itemAt={rows.itemAt}
          {...(rows.onRange && { onRange: rows.onRange })}
          itemId={(row) => row.id}
          onOpen={onOpen}
          place={place}
          rowHeight={isNarrow ? NARROW.rowHeight : ROW_HEIGHT}
          height="grow"
        />
      </section>
    </SelectionContext>
  );
}

interface SelectionBarProps {
  /** The loaded rows. */
  readonly rows: readonly OutboxRow[];
  readonly part: GroupPart;
  readonly selection: RowSelection;
}

/** Bulk decisions for the selected rows and, for undecided ones, buttons that select all rows with the same cause. */
function SelectionBar({ rows, part, selection }: SelectionBarProps) {
  const { chosen, chooseOnly } = selection;
  const causes =
    part === 'decisions' ? sharedCauses(rows).filter(({ rows: same }) => !isAll(same, selection)) : [];
  const isWorthIt = causes.length > 1 || (causes[0]?.rows.length ?? 0) < rows.length;
  const offered = isWorthIt ? causes : [];
  if (chosen.length === 0 && offered.length === 0) return null;
  return (
    <div className={selectionBarClasses['bar']}>
      {chosen.length > 0 && <ChosenActions part={part} selection={selection} />}
      {offered.map(({ words, rows: same }) => (
        <Button
          key={words}
          size="compact-sm"
          variant="subtle"
          className={selectionBarClasses['cause']}
          onClick={() => chooseOnly(same)}
        >
          Select all {formatNumber(same.length)}: {words}
        </Button>
      ))}
    </div>
  );
}

/** Whether exactly these rows are selected. */
function isAll(rows: readonly OutboxRow[], { chosen, isChosen }: RowSelection): boolean {
  return rows.length === chosen.length && rows.every(isChosen);
}

function ChosenActions({ part, selection }: Pick<SelectionBarProps, 'part' | 'selection'>) {
  const { chosen, chooseAll } = selection;
  const count = formatNumber(chosen.length);
  const clear = () => chooseAll(false);
  return (
    <>
      <span className={selectionBarClasses['count']}>{count} selected:</span>
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
    return (
      chosen.length > 1 &&
      left > 0 && <span className={selectionBarClasses['leftOut']}>{notTriedWords(left)}</span>
    );
  }
  const arrived = part === 'decisions' ? chosen.filter((row) => !maySendAgain(row)).length : 0;
  if (arrived === 0) return null;
  return (
    <span className={selectionBarClasses['leftOut']}>
      {arrived === 1
        ? "1 won't be sent again: the service has already accepted it."
        : `${formatNumber(arrived)} won't be sent again: the service has already accepted them.`}
    </span>
  );
}

/** A row says which of these it is. */
function notTriedWords(left: number): string {
  return left === 1
    ? "1 isn't tried: it is paused, waits for its time, or a rule refuses it."
    : `${formatNumber(left)} aren't tried: they are paused, wait for their time, or a rule refuses them.`;
}
