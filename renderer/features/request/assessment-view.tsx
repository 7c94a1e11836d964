import { type ReactNode, useMemo, useState } from 'react';
import type { LeafPart } from '../../../shared/assessment-leaf.ts';
import {
  type AssessmentField,
  type AssessmentPart,
  FIRST_ENTRIES,
  isBrief,
  isSmall,
  partOf,
} from '../../../shared/assessment-shape.ts';
import { ShowMore } from '../../parts/show-more/show-more.tsx';
import { AssessmentTableView } from './assessment-table-view.tsx';
import { AssessmentValue } from './assessment-value.tsx';
import classes from './assessment-view.module.css';
import { PinButton } from './pin-button.tsx';
import { TranscriptView } from './transcript-view.tsx';

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
    <div className={classes['group']}>
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
    </div>
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
    <div className={classes['section']}>
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
    <details className={classes['section']} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
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
      <div className={classes['group']}>
        {items.map((item) => (
          <LargeField key={item.path} field={item} depth={depth} />
        ))}
      </div>
    );
  }
  return (
    <ul className={classes['list']}>
      {items.map((item) => (
        <li key={item.path}>
          <AssessmentView field={item} depth={depth + 1} />
        </li>
      ))}
    </ul>
  );
}
