import { useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DataGrid } from '../../renderer/parts/grid/data-grid.tsx';
import { type GridSort, gridColumns } from '../../renderer/parts/grid/grid-columns.ts';
import { renderInLook } from './in-look.tsx';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly age: number;
}

const column = gridColumns<Person>();
const COLUMNS = column.columns([
  column.accessor('name', {
    id: 'name',
    header: 'Name',
    meta: { track: '200px' },
    cell: ({ row }) => row.original.name,
  }),
  column.accessor('age', {
    id: 'age',
    header: 'Age',
    meta: { track: '120px' },
    cell: ({ row }) => String(row.original.age),
  }),
]);

/** Pages that have arrived; the rows between them have not. */
interface PeopleProps {
  readonly count: number;
  readonly arrived?: (index: number) => boolean;
  readonly onOpen?: (person: Person) => void;
  readonly onSort?: (sort: GridSort) => void;
  readonly onLayout?: (what: string) => void;
}

function People({ count, arrived = () => true, onOpen, onSort, onLayout }: PeopleProps) {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const toggled = useRef(0);
  const itemAt = (index: number): Person | undefined =>
    arrived(index) ? { id: String(index), name: `Person ${index}`, age: 20 + (index % 50) } : undefined;
  return (
    <div style={{ height: 400, width: 640, display: 'flex', flexDirection: 'column' }}>
      <output>{chosen.join(' ')}</output>
      <DataGrid
        label="People"
        columns={COLUMNS}
        count={count}
        itemAt={itemAt}
        itemId={({ id }) => id}
        {...(onOpen && { onOpen })}
        {...(onSort && { onSort, sort: { column: 'name', descending: false } })}
        arrangement={
          onLayout && {
            widths: {},
            onResize: (id, width) => onLayout(`${id} is ${width} px wide`),
            onMove: (id, to) => onLayout(`${id} goes to ${to}`),
          }
        }
        selection={{
          isSelected: ({ id }) => chosen.includes(Number(id)),
          count: chosen.length,
          all: chosen.length === count,
          labelOf: ({ name }) => name,
          onToggle: (index) => {
            toggled.current = index;
            setChosen((before) =>
              before.includes(index) ? before.filter((each) => each !== index) : [...before, index],
            );
          },
          onExtend: (index) => {
            const [first, last] = [Math.min(toggled.current, index), Math.max(toggled.current, index)];
            setChosen(Array.from({ length: last - first + 1 }, (_, step) => first + step));
          },
          onAll: () => setChosen(Array.from({ length: count }, (_, index) => index)),
          onClear: () => setChosen([]),
        }}
        empty={<p>Nobody is here</p>}
      />
    </div>
  );
}

const row = (index: number) => page.getByRole('row', { name: new RegExp(`Person ${index}\\b`) });
const chosen = () => page.getByRole('status');

test('a grid of a hundred thousand keeps only the rows on screen in the page, and tells how many there are', async () => {
  await renderInLook(<People count={100_000} />);
  await expect.element(row(0)).toBeVisible();
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '100001');
  expect(page.getByRole('row').elements().length).toBeLessThan(40);
});

test('arrows, Page and End keys move one tab stop through all rows, and Enter opens the one that has it', async () => {
  const opened: string[] = [];
  await renderInLook(<People count={100_000} onOpen={({ name }) => opened.push(name)} />);
  await row(0).click();
  opened.length = 0;
  await userEvent.keyboard('{ArrowDown}{ArrowDown}j');
  await expect.element(row(3)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(opened).toEqual(['Person 3']);
  await userEvent.keyboard('{End}');
  await expect.element(row(99_999)).toHaveFocus();
  await userEvent.keyboard('{Home}k');
  await expect.element(row(0)).toHaveFocus();
  expect(document.querySelectorAll('[role=row][tabindex="0"]')).toHaveLength(1);
});

test('rows are chosen by key: X one, arrows with Shift a range, Ctrl+A all, Escape none', async () => {
  await renderInLook(<People count={50} />);
  await row(1).click();
  await userEvent.keyboard('x');
  const before = chosen().element().textContent;
  expect(before).toContain('1');
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(chosen()).toHaveTextContent('1 2 3');
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(page.getByRole('checkbox').first()).toBeChecked();
  await userEvent.keyboard('{Escape}');
  await expect.element(chosen()).toHaveTextContent('');
});

test('a header sorts, the other way round at the second press, and says so to screen readers', async () => {
  const asked: GridSort[] = [];
  await renderInLook(<People count={5} onSort={(sort) => asked.push(sort)} />);
  await expect
    .element(page.getByRole('columnheader', { name: 'Name' }))
    .toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Name' }).click();
  await page.getByRole('button', { name: 'Age' }).click();
  expect(asked[0]).toEqual({ column: 'name', descending: true });
  expect(asked[1]?.column).toBe('age');
});

test('columns are moved with Alt and made wider with Shift and the arrows, by key alone', async () => {
  const done: string[] = [];
  await renderInLook(<People count={5} onSort={() => undefined} onLayout={(what) => done.push(what)} />);
  const name = page.getByRole('columnheader', { name: /^Name/ }).getByRole('button', { name: 'Name' });
  await name.click();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(done[0]).toBe('name goes to 1');
  expect(done[1]).toMatch(/^name is 2\d\d px wide$/);
});

test('rows that have not arrived keep their place, and an empty grid says what is so', async () => {
  const screen = await renderInLook(<People count={30} arrived={(index) => index !== 2} />);
  await expect.element(row(1)).toBeVisible();
  await expect.element(row(3)).toBeVisible();
  expect(row(2).elements()).toHaveLength(0);
  await screen.rerender(<People count={0} />);
  await expect.element(page.getByText('Nobody is here')).toBeVisible();
});
