import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../parts/text/count-of.ts';
import { type AssessmentField, type AssessmentPart, readableName } from './assessment-shape.ts';
import classes from './assessment-view.module.css';
import { ScoreBar } from './score-bar.tsx';

/** Groups deeper than this open on demand. */
const OPEN_DEPTH = 2;
/** Lists and tables longer than this show the rest on demand. */
const OPEN_LENGTH = 25;

interface PartProps {
  readonly part: AssessmentPart;
  readonly depth?: number;
}

/** An assessment of any shape. Every word of the service is shown as plain text. */
export function AssessmentView({ part, depth = 0 }: PartProps): ReactNode {
  switch (part.kind) {
    case 'nothing':
      return <span className={classes['nothing']}>–</span>;
    case 'text':
      return (
        <span className={classes['text']} dir="auto">
          {part.text}
        </span>
      );
    case 'number':
      return <span className={classes['number']}>{formatScore(part.value)}</span>;
    case 'score':
      return <ScoreBar value={part.value} scale={part.scale} text={formatScore(part.value)} />;
    case 'yes_no':
      return part.yes ? 'Yes' : 'No';
    case 'group':
      return <Group fields={part.fields} depth={depth} />;
    case 'table':
      return <PartTable columns={part.columns} rows={part.rows} />;
    case 'list':
      return <PartList items={part.items} depth={depth} />;
  }
}

const scores = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 });

function formatScore(value: number): string {
  return scores.format(value);
}

function isLarge(part: AssessmentPart): boolean {
  return part.kind === 'group' || part.kind === 'table' || part.kind === 'list';
}

function Group({ fields, depth }: { fields: readonly AssessmentField[]; depth: number }) {
  const small = fields.filter(({ part }) => !isLarge(part));
  const large = fields.filter(({ part }) => isLarge(part));
  return (
    <div className={classes['group']}>
      {small.length > 0 && (
        <dl className={classes['fields']}>
          {small.map(({ name, part }) => (
            <div key={name} className={classes['field']}>
              <dt dir="auto" title={name}>
                {readableName(name)}
              </dt>
              <dd>
                <AssessmentView part={part} depth={depth} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {large.map((field) => (
        <LargeField key={field.name} field={field} depth={depth} />
      ))}
    </div>
  );
}

function LargeField({ field, depth }: { field: AssessmentField; depth: number }) {
  const title = (
    <span dir="auto" title={field.name}>
      {readableName(field.name)}
    </span>
  );
  const inside = <AssessmentView part={field.part} depth={depth + 1} />;
  if (depth >= OPEN_DEPTH) {
    return (
      <details className={classes['section']}>
        <summary className={classes['title']}>{title}</summary>
        <div className={classes['inside']}>{inside}</div>
      </details>
    );
  }
  return (
    <div className={classes['section']}>
      <h3 className={classes['title']}>{title}</h3>
      <div className={classes['inside']}>{inside}</div>
    </div>
  );
}

/** Parts with their place as their key: what an answer lists never moves. */
function placed<Part>(parts: readonly Part[]): readonly { place: number; part: Part }[] {
  return parts.map((part, place) => ({ place, part }));
}

function PartTable({ columns, rows }: { columns: readonly string[]; rows: readonly AssessmentPart[][] }) {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, OPEN_LENGTH);
  return (
    <div className={classes['scroll']}>
      <table className={classes['table']}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" dir="auto" title={column}>
                {readableName(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {placed(shown).map((row) => (
            <tr key={row.place}>
              {placed(row.part).map((cell) => (
                <td key={cell.place}>
                  <AssessmentView part={cell.part} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ShowAll hidden={rows.length - shown.length} onShow={() => setAll(true)} />
    </div>
  );
}

function PartList({ items, depth }: { items: readonly AssessmentPart[]; depth: number }) {
  const [all, setAll] = useState(false);
  const shown = all ? items : items.slice(0, OPEN_LENGTH);
  return (
    <>
      <ul className={classes['list']} data-large={items.some(isLarge) || undefined}>
        {placed(shown).map(({ place, part }) => (
          <li key={place}>
            <AssessmentView part={part} depth={depth} />
          </li>
        ))}
      </ul>
      <ShowAll hidden={items.length - shown.length} onShow={() => setAll(true)} />
    </>
  );
}

function ShowAll({ hidden, onShow }: { hidden: number; onShow: () => void }) {
  if (hidden === 0) return null;
  return (
    <Button variant="subtle" size="compact-xs" onClick={onShow}>
      Show {formatNumber(hidden)} more
    </Button>
  );
}
