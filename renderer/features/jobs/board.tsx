import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type DragEvent, type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { RequestPage } from '../../../shared/ipc/request-calls.ts';
import { type RequestRow, VERDICTS, type Verdict } from '../../../shared/request.ts';
import { NO_FILTER, type RequestFilter } from '../../../shared/request-filter.ts';
import { VERDICT_WORDS } from '../../../shared/words/outcome-words.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Dim } from '../../parts/layout.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { focusOnArrival, useKeptFocus } from '../../parts/page.tsx';
import { useActions, VERDICT_KEYS } from '../../parts/shortcuts.ts';
import { outcomeCell, ScaleTrack } from '../../parts/status.tsx';
import { ClippedText } from '../../parts/text.tsx';
import { requestPath } from '../../routes/paths.ts';
import { useAnnotate } from '../requests/use-annotations.ts';
import { VerdictIcon } from '../requests/verdict-mark.tsx';
import classes from './jobs.module.css';

interface BoardColumn {
  readonly title: string;
  readonly filter: Pick<RequestFilter, 'outcomes' | 'verdicts'>;
  /** What a candidate who is put here gets. */
  readonly verdict: Verdict;
}

/** Every request is in one of them. */
const COLUMNS: readonly BoardColumn[] = [
  undecided('Waiting', ['waiting', 'calling', 'in_progress', 'other']),
  undecided('Not reached', ['not_reached', 'failed']),
  undecided('To review', ['completed', 'assessed']),
  decided('Maybe', 'maybe'),
  decided('Yes', 'yes'),
  decided('No', 'no'),
];

function undecided(title: string, outcomes: RequestFilter['outcomes']): BoardColumn {
  return { title, filter: { outcomes, verdicts: ['none'] }, verdict: 'none' };
}

function decided(title: string, verdict: Verdict): BoardColumn {
  return { title, filter: { outcomes: [], verdicts: [verdict] }, verdict };
}

/** Candidates in a column; the list has all. */
const CARDS = 25;

interface BoardProps {
  readonly job: string;
  /** Shows the requests of a filter in the list. */
  readonly onShowInList: (filter: RequestFilter) => void;
}

/** The candidates of a job by what became of them and by verdict, as lists. Dragging, keys and menus set the verdict. */
export function Board({ job, onShowInList }: BoardProps) {
  const board = useRef<HTMLDivElement>(null);
  const dragged = useRef<RequestRow | null>(null);
  const annotate = useAnnotate();
  const judge = (row: RequestRow, verdict: Verdict) => {
    if (row.verdict !== verdict) annotate(row).setVerdict(verdict);
  };
  const arrived = useRef(false);
  /** The first candidate gets the focus, but none who comes later. */
  const onColumn = useCallback(() => {
    const first = board.current?.querySelector<HTMLElement>('[data-card]');
    if (!first || arrived.current) return;
    arrived.current = true;
    focusOnArrival(first);
  }, []);
  useKeptFocus();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the buttons in it
    <div ref={board} className={classes['board']} data-scroller onKeyDown={moveByArrow}>
      {COLUMNS.map((column) => (
        <Column
          key={column.title}
          column={column}
          job={job}
          dragged={dragged}
          onJudge={judge}
          onKnown={onColumn}
          onShowInList={onShowInList}
        />
      ))}
    </div>
  );
}

interface ColumnProps extends BoardProps {
  readonly column: BoardColumn;
  /** The candidate that is being dragged. */
  readonly dragged: { current: RequestRow | null };
  readonly onJudge: (row: RequestRow, verdict: Verdict) => void;
  /** Its candidates are on screen for the first time. */
  readonly onKnown: () => void;
}

function Column({ column, job, dragged, onJudge, onKnown, onShowInList }: ColumnProps) {
  const heading = useId();
  const { title, verdict } = column;
  const filter: RequestFilter = { ...NO_FILTER, ...column.filter };
  const { data, error, refetch } = useQuery<RequestPage>({
    ...useWorkspace().queries.requests.list({ filter: { ...filter, jobs: [job] }, limit: CARDS }),
    placeholderData: keepPreviousData,
  });
  const isKnown = data !== undefined;
  useEffect(() => {
    if (isKnown) onKnown();
  }, [isKnown, onKnown]);
  const [over, setOver] = useState(false);
  const drag = {
    onDragOver: (event: DragEvent) => {
      if (!dragged.current || dragged.current.verdict === verdict) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (dragged.current) onJudge(dragged.current, verdict);
    },
  };
  return (
    <section aria-labelledby={heading} className={classes['column']} data-over={over || undefined} {...drag}>
      <h2 id={heading} className={classes['columnTitle']}>
        {title} {data && data.total > 0 && <Dim>{formatNumber(data.total)}</Dim>}
      </h2>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      <ul aria-label={title} className={classes['cards']}>
        {data?.rows.map((row) => (
          <Card
            key={row.requestId}
            row={row}
            job={job}
            onDrag={(begins) => {
              dragged.current = begins ? row : null;
            }}
            onJudge={(chosen) => onJudge(row, chosen)}
          />
        ))}
      </ul>
      {data && data.total > data.rows.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => onShowInList(filter)}>
          Show all in the list
        </Button>
      )}
    </section>
  );
}

interface CardProps {
  readonly row: RequestRow;
  readonly job: string;
  readonly onDrag: (begins: boolean) => void;
  readonly onJudge: (verdict: Verdict) => void;
}

function Card({ row, job, onDrag, onJudge }: CardProps) {
  const { requestId, candidateName, by } = row;
  const [, navigate] = useLocation();
  const [focused, setFocused] = useState(false);
  const judgeByKey = (verdict: Verdict) => ({
    id: `card.${verdict}`,
    name: `Verdict: ${VERDICT_WORDS[verdict]}`,
    group: 'This request',
    shortcut: VERDICT_KEYS[verdict],
    run: () => onJudge(verdict),
  });
  useActions(focused ? VERDICTS.map(judgeByKey) : []);
  return (
    <li
      className={classes['card']}
      draggable
      onDragStart={({ dataTransfer }) => {
        // Without the name: it may be dropped on another program.
        dataTransfer.setData('application/x-callboard-candidate', requestId);
        dataTransfer.effectAllowed = 'move';
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <button
        type="button"
        className={classes['name']}
        data-card
        title={by === null ? undefined : `${candidateName}\nSubmitted by ${by}`}
        onClick={() => navigate(requestPath(requestId, job))}
      >
        <ClippedText strong>{candidateName}</ClippedText>
      </button>
      <Found row={row} />
      <Menu position="bottom-end" withinPortal returnFocus>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={`Verdict on ${candidateName}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {VERDICTS.toReversed().map((verdict) => (
            <Menu.Item
              key={verdict}
              disabled={verdict === row.verdict}
              leftSection={<VerdictIcon verdict={verdict} />}
              onClick={() => onJudge(verdict)}
            >
              {VERDICT_WORDS[verdict]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

/** The score, as far as it may be seen, or else what became of the candidate. */
function Found({ row }: { row: RequestRow }) {
  const { score, headline } = row;
  const outcome = outcomeCell(row);
  return (
    <span className={classes['found']} title={headline ?? outcome.title}>
      {score ? (
        <>
          <span dir="auto">{score.text}</span>
          <span className={classes['bar']}>
            <ScaleTrack {...score} />
          </span>
        </>
      ) : headline === null ? (
        // The number of tries would be cut off; the tooltip has it.
        <span className={outcome.className}>{outcomeCell({ ...row, tries: 0 }).text}</span>
      ) : (
        <ClippedText dimmed>{headline}</ClippedText>
      )}
    </span>
  );
}

/** Up and down move within a column, left and right to the next one that has a candidate. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const card = event.target instanceof HTMLElement ? event.target.closest('li') : null;
  const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!card || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const lists = [...event.currentTarget.querySelectorAll('ul')].filter((list) => list.children.length > 0);
  const at = lists.findIndex((list) => list.contains(card));
  const index = [...(lists[at]?.children ?? [])].indexOf(card);
  const isAcross = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  const list = lists[isAcross ? at + step : at];
  const next = list?.children[isAcross ? Math.min(index, list.children.length - 1) : index + step];
  event.preventDefault();
  next?.querySelector<HTMLElement>('[data-card]')?.focus();
}
