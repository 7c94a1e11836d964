import { useRef, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DataGrid } from '../../renderer/parts/grid/data-grid.tsx';
import {
  type GridColumns,
  type GridSort,
  gridColumns,
  type PlainColumn,
} from '../../renderer/parts/grid/grid-columns.ts';
import { PlainRows } from '../../renderer/parts/grid/plain-rows.ts';
import { renderInLook } from './in-look.tsx';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly age: number;
}

const column = gridColumns<Person>();
/** Plain cells, as in the grid of many rows. */
const PLAIN_COLUMNS: GridColumns<Person> = [
  { id: 'name', header: 'Name', meta: { track: '200px' }, plain: ({ name }) => ({ text: name }) },
  {
    id: 'age',
    header: 'Age',
    meta: { track: '120px' },
    plain: ({ age }) => ({ texts: [{ text: String(age), title: `${age} years` }] }),
  },
];

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
  readonly columns?: GridColumns<Person>;
  readonly nameOf?: (index: number) => string;
}

function People(props: PeopleProps) {
  const { count, arrived = () => true, onOpen, onSort, onLayout, columns = COLUMNS } = props;
  const { nameOf = (index: number) => `Person ${index}` } = props;
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const toggled = useRef(0);
  const itemAt = (index: number): Person | undefined =>
    arrived(index) ? { id: String(index), name: nameOf(index), age: 20 + (index % 50) } : undefined;
  return (
    <div style={{ height: 400, width: 640, display: 'flex', flexDirection: 'column' }}>
      <output>{chosen.join(' ')}</output>
      <DataGrid
        label="People"
        columns={columns}
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

test('the first rows of rich cells are drawn with the grid around them, before it is measured', async () => {
  const height = Object.getOwnPropertyDescriptor(Element.prototype, 'clientHeight')?.get;
  let drawn: number | undefined;
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(function (this: Element) {
    if (this.role === 'grid') drawn ??= this.querySelectorAll('[role="row"][data-index]').length;
    return height?.call(this);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await renderInLook(<People count={100_000} />);
  await expect.element(row(0)).toBeVisible();
  expect(drawn).toBeGreaterThan(5);
  expect(drawn).toBeLessThan(40);
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

test('a grid of a million comes to its last row and back by key and by its bar, each row in its place', async () => {
  await renderInLook(<People count={1_000_000} columns={PLAIN_COLUMNS} />);
  await row(0).click();
  await userEvent.keyboard('{End}');
  await expect.element(row(999_999)).toHaveFocus();
  const grid = page.getByRole('grid').element();
  const bottom = () => Math.round(grid.getBoundingClientRect().bottom);
  expect(Math.round(row(999_999).element().getBoundingClientRect().bottom)).toBe(bottom());
  await userEvent.keyboard('{PageUp}');
  const onePage = Math.floor(grid.clientHeight / 38) - 2;
  await expect.element(row(999_999 - onePage)).toHaveFocus();
  await userEvent.keyboard('{PageDown}');
  await expect.element(row(999_999)).toHaveFocus();
  await userEvent.keyboard('{Home}');
  await expect.element(row(0)).toHaveFocus();
  grid.scrollTop = grid.scrollHeight / 2;
  await expect.poll(() => numbers().some((index) => Math.abs(index - 500_000) < 100)).toBe(true);
  await expect.poll(inOrder).toBe(true);
  for (const index of numbers().slice(1)) {
    const [above, here] = [row(index - 1), row(index)].map((each) => each.element().getBoundingClientRect());
    expect(here?.top).toBe(above?.bottom);
  }
  grid.scrollTop = grid.scrollHeight;
  await expect.element(row(999_999)).toBeVisible();
});

/** The numbers of the rows, in the order in which they stand in the page. */
const numbers = () =>
  [...document.querySelectorAll<HTMLElement>('[role=row][data-index]')].map(({ dataset }) =>
    Number(dataset['index']),
  );

const inOrder = () => numbers().every((index, at, all) => at === 0 || index > (all[at - 1] ?? index));

async function scrollTo(px: number): Promise<void> {
  page.getByRole('grid').element().scrollTop = px;
  await expect.poll(() => numbers().includes(Math.floor(px / 38))).toBe(true);
}

for (const [kind, columns] of Object.entries({ plain: PLAIN_COLUMNS, rich: COLUMNS })) {
  test(`each row shows its own, wherever the grid of ${kind} cells is scrolled to, and rows rest in their order`, async () => {
    await renderInLook(<People count={100_000} columns={columns} />);
    await expect.element(row(0)).toBeVisible();
    for (const px of [100, 1000, 380_000, 379_000, 3_799_000, 0, 200]) {
      await scrollTo(px);
      for (const shown of page.getByRole('row').elements().slice(1)) {
        if (!(shown instanceof HTMLElement)) throw new Error('A row is an element of the page.');
        const index = Number(shown.dataset['index']);
        expect(shown.textContent).toBe(`Person ${index}${20 + (index % 50)}`);
        expect(shown.getAttribute('aria-rowindex')).toBe(String(index + 2));
      }
    }
    await expect.poll(inOrder).toBe(true);
  });
}

test('while no row stays on screen none beyond its edges is drawn; those are once the grid rests, in their order', () => {
  const body = document.createElement('div');
  const columns: readonly PlainColumn<number>[] = [
    { id: 'number', header: 'Number', meta: { track: '100px' }, plain: (item) => ({ text: `Row ${item}` }) },
  ];
  const rows = new PlainRows<number>(body, {
    count: 1000,
    columns,
    itemAt: (index) => index,
    itemId: String,
    rowHeight: 38,
    active: 0,
    currentId: undefined,
    selection: undefined,
    openable: false,
    room: null,
  });
  const viewOf = (first: number) => ({ first: first - 4, rows: 19, onScreen: { first, rows: 11 }, shift: 0 });
  const drawn = () => [...body.querySelectorAll('[role=row]:not([hidden])')].map((each) => each.textContent);
  const rowsFrom = (first: number, many: number) =>
    Array.from({ length: many }, (_, at) => `Row ${first + at}`);
  for (const first of [40, 67, 94, 500, 400]) {
    rows.show(viewOf(first));
    expect(drawn().toSorted()).toEqual(rowsFrom(first, 11).toSorted());
  }
  rows.rest();
  expect(drawn()).toEqual(expect.arrayContaining(rowsFrom(396, 19)));
  expect(drawn()).toEqual(rowsFrom(Number(drawn()[0]?.slice(4)), drawn().length));
});

test('nothing shows through what scrolls, in light and dark: only then Chromium moves it instead of drawing it anew', async () => {
  await renderInLook(<People count={100} columns={PLAIN_COLUMNS} />);
  const grid = page.getByRole('grid').element();
  const { dataset } = document.documentElement;
  for (const scheme of ['dark', 'light']) {
    dataset['mantineColorScheme'] = scheme;
    // A colour that lets something through is written with how much: rgba().
    expect(getComputedStyle(grid).backgroundColor).toMatch(/^rgb\(/);
  }
});

test('a list is no higher than its rows, however they fall into blocks', async () => {
  for (const count of [1, 2, 3, 5, 7, 9]) {
    const screen = await renderInLook(<People count={count} columns={PLAIN_COLUMNS} />);
    await expect.element(row(count - 1)).toBeVisible();
    const grid = page.getByRole('grid').element();
    expect(grid.scrollHeight).toBe(grid.clientHeight);
    await screen.unmount();
  }
});

test('what takes the place of a row takes over neither its focus nor the text chosen in it', async () => {
  const opened: string[] = [];
  await renderInLook(
    <People count={100_000} columns={PLAIN_COLUMNS} onOpen={({ name }) => opened.push(name)} />,
  );
  await row(2).click();
  await expect.element(row(2)).toHaveFocus();
  document.getSelection()?.selectAllChildren(row(2).element());
  await scrollTo(100_000);
  expect(document.activeElement).toBe(document.body);
  expect(document.getSelection()?.type).not.toBe('Range');
  opened.length = 0;
  await userEvent.keyboard('{Enter}');
  expect(opened).toEqual([]);
});

test('a text too long for its cell is cut, one that fits is left whole, and both are in their tooltips', async () => {
  const names = ['Ada', 'Maximiliane-Theodora von Hohenlohe '.repeat(3), 'فاطمة', '伟'.repeat(40)];
  await renderInLook(<People count={4} columns={PLAIN_COLUMNS} nameOf={(index) => names[index] ?? ''} />);
  await expect.element(page.getByTitle('Ada')).toBeVisible();
  await expect
    .poll(() => names.map((name) => getComputedStyle(page.getByTitle(name).element()).overflow))
    .toEqual(['visible', 'hidden', 'visible', 'hidden']);
  for (const name of names) {
    const { right } = page.getByTitle(name).element().getBoundingClientRect();
    expect(right).toBeLessThan(page.getByTitle('20 years').element().getBoundingClientRect().left);
  }
});
