import { type ReactNode, useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DataGrid } from '../../renderer/parts/grid/data-grid.tsx';
import { type GridColumn, type GridSort, useWidth } from '../../renderer/parts/grid/grid-columns.ts';
import { renderInTheme } from './render-in-theme.tsx';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly age: number;
}

const COLUMNS: readonly GridColumn<Person>[] = [
  {
    id: 'name',
    header: 'Name',
    meta: { track: '200px' },
    sortable: true,
    cell: ({ name }) => ({ text: name }),
  },
  { id: 'age', header: 'Age', meta: { track: '120px' }, sortable: true, cell: ({ age }) => String(age) },
  { id: 'reminder', header: 'Reminder', meta: { track: '120px' }, cell: () => <Reminder /> },
];

/** A cell with a state of its own. */
function Reminder() {
  const [set, setSet] = useState(false);
  return (
    <button type="button" onClick={() => setSet(true)}>
      {set ? 'Reminder set' : 'Remind'}
    </button>
  );
}

/** Pages that have arrived; the rows between them have not. */
interface PeopleProps {
  readonly count: number;
  readonly arrived?: (index: number) => boolean;
  readonly onOpen?: (person: Person) => void;
  readonly onSort?: (sort: GridSort) => void;
  readonly onLayout?: (what: string) => void;
  readonly nameOf?: (index: number) => string;
}

function People(props: PeopleProps) {
  const { count, arrived = () => true, onOpen, onSort, onLayout } = props;
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
  await renderInTheme(<People count={100_000} />);
  await expect.element(row(0)).toBeVisible();
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '100001');
  expect(page.getByRole('row').elements().length).toBeLessThan(40);
});

test('arrows, Page and End keys move one tab stop through all rows, and Enter opens the one that has it', async () => {
  const opened: string[] = [];
  await renderInTheme(<People count={100_000} onOpen={({ name }) => opened.push(name)} />);
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
  await renderInTheme(<People count={50} />);
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
  await renderInTheme(<People count={5} onSort={(sort) => asked.push(sort)} />);
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
  await renderInTheme(<People count={5} onSort={() => undefined} onLayout={(what) => done.push(what)} />);
  const name = page.getByRole('columnheader', { name: /^Name/ }).getByRole('button', { name: 'Name' });
  await name.click();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(done[0]).toBe('name goes to 1');
  expect(done[1]).toMatch(/^name is 2\d\d px wide$/);
});

test('rows that have not arrived keep their place, and an empty grid says what is so', async () => {
  const screen = await renderInTheme(<People count={30} arrived={(index) => index !== 2} />);
  await expect.element(row(1)).toBeVisible();
  await expect.element(row(3)).toBeVisible();
  expect(row(2).elements()).toHaveLength(0);
  await screen.rerender(<People count={0} />);
  await expect.element(page.getByText('Nobody is here')).toBeVisible();
});

test('a grid of a million comes to its last row and back by key, wheel and its bar, each row in its place', async () => {
  await renderInTheme(<People count={1_000_000} />);
  await row(0).click();
  await userEvent.keyboard('{End}');
  await expect.element(row(999_999)).toHaveFocus();
  const grid = page.getByRole('grid').element();
  const bottom = () => Math.round(grid.getBoundingClientRect().bottom);
  await expect.poll(() => Math.round(row(999_999).element().getBoundingClientRect().bottom)).toBe(bottom());
  await userEvent.keyboard('{PageUp}');
  const onePage = Math.floor(grid.clientHeight / 38) - 2;
  await expect.element(row(999_999 - onePage)).toHaveFocus();
  await userEvent.keyboard('{PageDown}');
  await expect.element(row(999_999)).toHaveFocus();
  await userEvent.keyboard('{Home}');
  await expect.element(row(0)).toHaveFocus();
  await userEvent.wheel(grid, { delta: { y: 100 } });
  await expect.poll(() => numbersOnScreen().includes(0)).toBe(false);
  expect(Math.max(...numbersOnScreen())).toBeLessThan(40);
  grid.scrollTop = grid.scrollHeight / 2;
  await expect.poll(() => numbersOnScreen().some((index) => Math.abs(index - 500_000) < 100)).toBe(true);
  const shown = numbersOnScreen();
  expect(shown.length).toBeGreaterThan(8);
  for (const index of shown.slice(1)) {
    const [above, here] = [row(index - 1), row(index)].map((each) => each.element().getBoundingClientRect());
    expect(here?.top).toBe(above?.bottom);
  }
  grid.scrollTop = grid.scrollHeight;
  await expect.element(row(999_999)).toBeVisible();
});

/** The rows in the page, in their order there. */
const rowsDrawn = () => [...document.querySelectorAll<HTMLElement>('[role=row][data-index]')];

/** The numbers of the rows on screen. */
function numbersOnScreen(): number[] {
  const { top, bottom } = page.getByRole('grid').element().getBoundingClientRect();
  return rowsDrawn()
    .filter((each) => {
      const at = each.getBoundingClientRect();
      return at.bottom > top && at.top < bottom;
    })
    .map(({ dataset }) => Number(dataset['index']));
}

async function scrollTo(px: number): Promise<void> {
  page.getByRole('grid').element().scrollTop = px;
  await expect.poll(() => numbersOnScreen().includes(Math.floor(px / 38))).toBe(true);
}

test('each row shows its own, wherever the grid is scrolled to, and rows are read out in their order', async () => {
  await renderInTheme(<People count={100_000} />);
  await expect.element(row(0)).toBeVisible();
  for (const px of [100, 1000, 380_000, 379_000, 3_799_000, 0, 200]) {
    await scrollTo(px);
    for (const shown of rowsDrawn()) {
      const index = Number(shown.dataset['index']);
      expect(shown.textContent).toBe(`Person ${index}${20 + (index % 50)}Remind`);
      expect(shown.getAttribute('aria-rowindex')).toBe(String(index + 2));
    }
    const drawn = () => rowsDrawn().map((shown) => Number(shown.dataset['index']));
    // Once scrolling has ended: until then rows take the places of those that left.
    await expect
      .poll(() => drawn().every((index, at, all) => at === 0 || index > (all[at - 1] ?? 0)))
      .toBe(true);
    const numbers = drawn();
    // Those beyond what is on screen: a few above and below, and the one the keyboard is on.
    expect(numbers.length).toBeLessThan(24);
  }
});

test('the row that the keyboard is on keeps the focus while it is scrolled out and back', async () => {
  await renderInTheme(<People count={100_000} />);
  await row(2).click();
  await expect.element(row(2)).toHaveFocus();
  await scrollTo(100_000);
  expect(numbersOnScreen()).not.toContain(2);
  await expect.element(row(2)).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row(3)).toHaveFocus();
  await expect.poll(() => numbersOnScreen().includes(3)).toBe(true);
  expect(document.querySelectorAll('[role=row][tabindex="0"]')).toHaveLength(1);
});

test('a row that has not arrived takes the focus, and keeps it when it has', async () => {
  const screen = await renderInTheme(<People count={500} arrived={(index) => index < 100} />);
  await row(0).click();
  await userEvent.keyboard('{End}');
  const focused = () => document.activeElement?.getAttribute('aria-rowindex');
  await expect.poll(focused).toBe('501');
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(focused).toBe('500');
  await screen.rerender(<People count={500} />);
  await expect.element(row(498)).toHaveFocus();
});

test('the text chosen in a row does not go over to another row', async () => {
  await renderInTheme(<People count={100_000} />);
  await expect.element(row(5)).toBeVisible();
  document.getSelection()?.selectAllChildren(row(5).element());
  expect(document.getSelection()?.toString()).toContain('Person 5');
  await scrollTo(100_000);
  expect(document.getSelection()?.toString()).not.toContain('Person');
});

test('a double click on a row selects none of its text', async () => {
  await renderInTheme(<People count={10} onOpen={() => undefined} />);
  await row(5).getByText('Person 5').dblClick();
  expect(document.getSelection()?.toString()).toBe('');
});

test('what a person did in a cell stays with its row, and never shows in another one', async () => {
  await renderInTheme(<People count={100_000} />);
  await row(5).getByRole('button').click();
  await expect.element(row(5).getByRole('button')).toHaveTextContent('Reminder set');
  // The row with the keyboard would stay in the page.
  await row(7).click();
  for (const px of [200, 400, 700, 1100, 20_000]) {
    await scrollTo(px);
    const others = rowsDrawn().filter((shown) => shown.dataset['index'] !== '5');
    expect(others.filter((shown) => shown.textContent?.includes('Reminder set'))).toEqual([]);
  }
});

test('nothing shows through what scrolls, in light and dark: only then Chromium moves it instead of drawing it anew', async () => {
  await renderInTheme(<People count={100} />);
  const grid = page.getByRole('grid').element();
  const { dataset } = document.documentElement;
  for (const scheme of ['dark', 'light']) {
    dataset['mantineColorScheme'] = scheme;
    // A colour that lets something through is written with how much: rgba().
    expect(getComputedStyle(grid).backgroundColor).toMatch(/^rgb\(/);
  }
});

test('a list is no higher than its rows', async () => {
  for (const count of [1, 2, 9]) {
    const screen = await renderInTheme(<People count={count} />);
    await expect.element(row(count - 1)).toBeVisible();
    const grid = page.getByRole('grid').element();
    expect(grid.scrollHeight).toBe(grid.clientHeight);
    await screen.unmount();
  }
});

test('a text too long for its cell is cut, and whole in its tooltip', async () => {
  const names = ['Ada', 'Maximiliane-Theodora von Hohenlohe '.repeat(3), 'فاطمة', '伟'.repeat(40)];
  await renderInTheme(<People count={4} nameOf={(index) => names[index] ?? ''} />);
  await expect.element(page.getByTitle('Ada')).toBeVisible();
  for (const name of names) {
    const text = page.getByTitle(name).element();
    expect(text.scrollWidth > text.clientWidth).toBe(name.length > 20);
    expect(text.getBoundingClientRect().width).toBeLessThanOrEqual(200);
  }
});

/** As the list of requests, whose place another page keeps until there are some. */
function LateList({ isThere }: { isThere: boolean }) {
  const list = useRef<HTMLDivElement>(null);
  const width = useWidth(list);
  return isThere ? (
    <div ref={list} style={{ width: 240 }}>
      {width} px
    </div>
  ) : (
    <p>Nothing yet</p>
  );
}

test('the width of a list is known that comes after its page, also if it goes and comes again', async () => {
  const { rerender } = await renderInTheme(<LateList isThere={false} />);
  for (const isThere of [true, false, true]) {
    await rerender(<LateList isThere={isThere} />);
    await expect.element(page.getByText(isThere ? '240 px' : 'Nothing yet')).toBeVisible();
  }
});

test('a list that comes back behind a dialog leaves the focus in the dialog', async () => {
  const people = Array.from({ length: 3 }, (_, at) => ({ id: `p${at}`, name: `Person ${at}`, age: at }));
  const list = (
    <DataGrid
      label="People"
      columns={COLUMNS}
      count={people.length}
      itemAt={(index) => people[index]}
      itemId={({ id }) => id}
      place={{ offset: 0, active: 1, opened: true }}
    />
  );
  const behindDialog = (shown: ReactNode) => (
    <>
      <div role="dialog" aria-label="Explain">
        <button type="button">Close</button>
      </div>
      {shown}
    </>
  );
  const { rerender } = await renderInTheme(behindDialog(null));
  await page.getByRole('button', { name: 'Close' }).click();
  await rerender(behindDialog(list));
  await expect.element(page.getByRole('row', { name: /Person 1/ })).toHaveAttribute('tabindex', '0');
  expect(document.activeElement?.textContent).toBe('Close');
});
