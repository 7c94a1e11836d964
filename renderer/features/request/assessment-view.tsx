import { ActionIcon, Anchor, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconPin, IconPinFilled, IconRulerMeasure } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { PinnedField } from '../../../shared/assessment.ts';
import { type LeafPart, readLeaf } from '../../../shared/assessment-leaf.ts';
import { isPrimitive } from '../../../shared/assessment-paths.ts';
import { pinOf } from '../../../shared/assessment-pins.ts';
import {
  type AssessmentField,
  type AssessmentPart,
  FIRST_ENTRIES,
  isBrief,
  isSmall,
  partOf,
} from '../../../shared/assessment-shape.ts';
import type { AssessmentTable, TableRow, Turn } from '../../../shared/assessment-tables.ts';
import type { DescribedValue } from '../../../shared/described-field.ts';
import { formatMinutes } from '../../../shared/format-minutes.ts';
import { CopyIconButton } from '../../parts/copy.tsx';
import { formatDate, formatDateTime, formatIsoDateTime, formatSize } from '../../parts/format.ts';
import { BulletList, Dim } from '../../parts/layout.tsx';
import { ScaleBar } from '../../parts/status.tsx';
import { LongText, ShowMore } from '../../parts/text.tsx';
import classes from './assessment.module.css';

/** Groups deeper than this are closed at first; a closed group isn't even parsed. */
const OPEN_DEPTH = 2;

/** Entries shown at first in a nested group or list. */
const FIRST_INSIDE = 20;

interface FieldProps {
  readonly field: AssessmentField;
  readonly depth?: number;
}

/** Assessment results of any shape, from this field down. */
export function AssessmentView({ field, depth = 0 }: FieldProps): ReactNode {
  const [most, setMost] = useState(depth === 0 ? FIRST_ENTRIES : FIRST_INSIDE);
  const part = useMemo(() => partOf(field, most), [field, most]);
  if (isLeaf(part)) {
    return (
      <span className={classes['value']} data-pin-place>
        <AssessmentValue part={part} path={field.path} />
        <PinButton field={field} />
      </span>
    );
  }
  const { content, shown } = entriesOf(part, depth);
  return (
    <>
      {content}
      <ShowMore shown={shown} total={part.total} onShow={setMost} />
    </>
  );
}

function entriesOf(part: Exclude<AssessmentPart, LeafPart>, depth: number) {
  switch (part.kind) {
    case 'group':
      return { content: <Group fields={part.fields} depth={depth} />, shown: part.fields.length };
    case 'list':
      return { content: <List items={part.items} depth={depth} />, shown: part.items.length };
    case 'table':
      return { content: <AssessmentTableView table={part} />, shown: part.rows.length };
    case 'transcript':
      return { content: <TranscriptView turns={part.turns} />, shown: part.turns.length };
  }
}

/** Fields that fit beside their name come first, then the others, each under its own heading. */
function Group({ fields, depth }: { fields: readonly AssessmentField[]; depth: number }) {
  const small = fields.filter(isSmall);
  const large = fields.filter((field) => !isSmall(field));
  return (
    <Stack gap={18}>
      {small.length > 0 && (
        <dl className={classes['fields']}>
          {small.map((field) => (
            <SmallField key={field.name} field={field} />
          ))}
        </dl>
      )}
      {large.map((field) => (
        <LargeField key={field.name} field={field} depth={depth} />
      ))}
    </Stack>
  );
}

function SmallField({ field }: { field: AssessmentField }) {
  const part = useMemo(() => partOf(field), [field]);
  return (
    <div className={classes['field']} data-pin-place>
      <dt dir="auto" title={field.name}>
        {field.label}
      </dt>
      <dd>
        {isLeaf(part) ? (
          <>
            <AssessmentValue part={part} path={field.path} />
            <PinButton field={field} />
          </>
        ) : part.kind === 'list' && !hasLink(part.items) ? (
          <ShortList items={part.items} />
        ) : (
          <AssessmentView field={field} />
        )}
      </dd>
    </div>
  );
}

function hasLink(items: readonly AssessmentField[]): boolean {
  return items.some((item) => partOf(item).kind === 'link');
}

function isLeaf(part: AssessmentPart): part is LeafPart {
  return !['group', 'list', 'table', 'transcript'].includes(part.kind);
}

/** Texts or numbers in one line. */
function ShortList({ items }: { items: readonly AssessmentField[] }) {
  return (
    <ul className={classes['words']}>
      {items.map((item) => (
        <li key={item.path} dir="auto">
          {String(item.value ?? '–')}
        </li>
      ))}
    </ul>
  );
}

function LargeField({ field, depth }: Required<FieldProps>) {
  const title = (
    <span dir="auto" title={field.name === '' ? undefined : field.name}>
      {field.label}
    </span>
  );
  if (depth >= OPEN_DEPTH && !isBrief(field))
    return <ClosedField field={field} depth={depth} title={title} />;
  return (
    <div>
      <h3 className={classes['title']}>{title}</h3>
      <div className={classes['inside']}>
        <AssessmentView field={field} depth={depth + 1} />
      </div>
    </div>
  );
}

function ClosedField({ field, depth, title }: Required<FieldProps> & { title: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <details onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary className={classes['title']}>{title}</summary>
      {opened && (
        <div className={classes['inside']}>
          <AssessmentView field={field} depth={depth + 1} />
        </div>
      )}
    </details>
  );
}

function List({ items, depth }: { items: readonly AssessmentField[]; depth: number }) {
  if (!items.every(isSmall)) {
    return (
      <Stack gap={18}>
        {items.map((item) => (
          <LargeField key={item.path} field={item} depth={depth} />
        ))}
      </Stack>
    );
  }
  return (
    <BulletList>
      {items.map((item) => (
        <li key={item.path}>
          <AssessmentView field={item} depth={depth + 1} />
        </li>
      ))}
    </BulletList>
  );
}

/** A transcript: who said what, and when. */
function TranscriptView({ turns }: { turns: readonly Turn[] }) {
  return (
    <ol className={classes['turns']}>
      {turns
        .map((turn, index) => ({ turn, index }))
        .map(({ turn, index }) => (
          <li key={index} className={classes['turn']}>
            <span className={classes['speaker']} dir="auto" title={turn.speaker}>
              {turn.speaker === '' ? '–' : turn.speaker}
              {turn.at !== null && (
                <Text span inherit fz="xs" fw={400} display="block">
                  {saidAt(turn.at)}
                </Text>
              )}
            </span>
            <LongText text={turn.text} />
          </li>
        ))}
    </ol>
  );
}

/** Seconds into the call as `2:05`, a date in local time, anything else unchanged. */
function saidAt(at: string): string {
  const seconds = Number(at);
  if (at.trim() === '' || Number.isNaN(seconds)) return /^\d{4}-/.test(at) ? formatIsoDateTime(at) : at;
  if (seconds < 0 || seconds > 36_000) return at;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

/** Entries with the same fields as a table; a wide one scrolls sideways. */
function AssessmentTableView({ table }: { table: AssessmentTable }) {
  const headed = table.titled || table.columns.some(({ name }) => name !== null);
  return (
    <div className={classes['scroll']}>
      <table className={classes['table']}>
        {headed && (
          <thead>
            <tr>
              {table.titled && <td />}
              {table.columns.map(({ key, name, label }) => (
                <th key={key} scope="col" dir="auto" title={name ?? undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {table.rows.map((row) => (
            <Row key={row.cells[0]?.path ?? row.title} row={row} titled={table.titled} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, titled }: { row: TableRow; titled: boolean }) {
  return (
    <tr>
      {titled && (
        <th scope="row" dir="auto">
          {row.title}
        </th>
      )}
      {row.cells.map((cell) => (
        <Cell key={cell.path} cell={cell} />
      ))}
    </tr>
  );
}

/** A table offers to pin measured values only, to keep its texts readable. */
function Cell({ cell }: { cell: AssessmentField }) {
  const { value } = cell;
  if (!isPrimitive(value)) return <td dir="auto">{Array.isArray(value) ? value.join(', ') : ''}</td>;
  const part = readLeaf(value ?? null);
  const measured = !['text', 'link', 'nothing', 'data'].includes(part.kind);
  return (
    <td data-pin-place data-wide={(part.kind === 'text' && part.text.length > 28) || undefined}>
      <span className={classes['cell']}>
        <AssessmentValue part={part} path={cell.path} />
        {measured && <PinButton field={cell} />}
      </span>
    </td>
  );
}

/** Pins a field as a column of Tracked requests; a pinned field also has a button to describe its values. */
function PinButton({ field }: { field: AssessmentField }) {
  const { isPinned, setPinned, describe, describedAt } = usePins();
  const pin = pinOf(field);
  if (!pin) return null;
  const pinned = isPinned(pin.path);
  const described = describedAt(pin.path) !== null;
  const Icon = pinned ? IconPinFilled : IconPin;
  return (
    <>
      <ActionIcon
        size={22}
        className={classes['pin']}
        aria-pressed={pinned}
        aria-label={`Pin ${pin.label} as column`}
        title={pinned ? 'Unpin column' : 'Pin as column'}
        onClick={() => setPinned(pin, !pinned)}
      >
        <Icon size={14} aria-hidden />
      </ActionIcon>
      {pinned && (
        <ActionIcon
          size={22}
          className={classes['describe']}
          aria-label={`Describe ${pin.label}`}
          title={described ? 'Change the description of its values' : 'Describe its values'}
          onClick={() => describe(pin)}
        >
          <IconRulerMeasure size={14} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}

/** One value of the results as it was sent, with its place on the scale if its field was described. */
function AssessmentValue({ part, path }: { part: LeafPart; path: string }): ReactNode {
  const described = usePins().describedAt(path);
  return described ? (
    <span className={classes['described']}>
      <SentValue part={part} path={path} />
      <ScaleBar value={described} />
    </span>
  ) : (
    <SentValue part={part} path={path} />
  );
}

/** Text from the service is never treated as markup. */
function SentValue({ part, path }: { part: LeafPart; path: string }): ReactNode {
  switch (part.kind) {
    case 'nothing':
      return <Dim fz="inherit">–</Dim>;
    case 'text':
      return <LongText text={part.text} />;
    case 'number':
      return (
        <Text span inherit fw={600}>
          {String(part.value)}
        </Text>
      );
    case 'yes_no':
      return part.yes ? 'Yes' : 'No';
    case 'date':
      return (
        <time dateTime={new Date(part.at).toISOString()} title={`As the service sent it: ${part.text}`}>
          {part.dayOnly ? formatDate(part.at) : formatDateTime(part.at)}
        </time>
      );
    case 'duration':
      return (
        <Text span inherit fw={600} title={`As the service sent it: ${part.text}`}>
          {formatDuration(part.ms)}
        </Text>
      );
    case 'link':
      return <ResultLink href={part.href} secure={part.secure} path={path} />;
    case 'data':
      return (
        <span className={classes['data']}>
          Encoded data, {formatSize(part.bytes)}
          {part.mediaType !== null && ` of ${part.mediaType}`}
          <CopyIconButton text={part.text} label="Copy encoded data" />
        </span>
      );
  }
}

function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${ms / 1000} s`;
  if (seconds >= 3600 || seconds % 60 === 0) return formatMinutes(seconds / 60);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function ResultLink({ href, secure, path }: { href: string; secure: boolean; path: string }) {
  const { openLink } = usePins();
  if (!secure) {
    return (
      <span className={classes['link']}>
        <span className={classes['address']} dir="ltr" title={`${href} – Callboard opens only https links.`}>
          {href}
        </span>
        <CopyIconButton text={href} label="Copy link" />
      </span>
    );
  }
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      className={classes['link']}
      title={href}
      onClick={() => openLink(path)}
    >
      <span className={classes['address']} dir="ltr">
        {href.replace(/^https:\/\//i, '')}
      </span>
      <IconExternalLink size={14} role="img" aria-label="(opens in your browser)" />
    </Anchor>
  );
}

/** What the fields of the results, at any depth, share about pins and links. */
interface Pins {
  isPinned(path: string): boolean;
  setPinned(field: PinnedField, pinned: boolean): void;
  /** The value at this path on the scale the user described for it; null without a description. */
  describedAt(path: string): DescribedValue | null;
  /** Opens the dialog that describes a pinned field. */
  describe(field: PinnedField): void;
  /** Opens the link at this path. */
  openLink(path: string): void;
}

export const PinsContext = createContext<Pins | null>(null);

/** The pins around; throws outside a `PinsContext`. */
function usePins(): Pins {
  const pins = useContext(PinsContext);
  if (!pins) throw new Error('usePins needs a PinsContext');
  return pins;
}
