import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DataGrid } from '../../renderer/parts/grid/data-grid.tsx';
import { HeaderSlot, Page, useKeptFocus } from '../../renderer/parts/page.tsx';
import { useShortcuts } from '../../renderer/parts/shortcuts.ts';
import { goTo } from '../../renderer/routes/hash-location.ts';
import { useScrollKeys } from '../../renderer/shell/shell.tsx';
import { renderInTheme } from './render-in-theme.tsx';

/** A list whose entries lose their button, or go, once it is pressed. */
function Entries({ goes }: { goes: boolean }) {
  useKeptFocus();
  const [pressed, setPressed] = useState<readonly string[]>([]);
  return (
    <main>
      <h1 tabIndex={-1}>Entries</h1>
      <ul aria-label="In force">
        {['one', 'two', 'three'].map((name) =>
          goes && pressed.includes(name) ? null : (
            <li key={name}>
              {!pressed.includes(name) && (
                <button type="button" onClick={() => setPressed([...pressed, name])}>
                  Lift {name}
                </button>
              )}
            </li>
          ),
        )}
      </ul>
    </main>
  );
}

const button = (name: string) => page.getByRole('button', { name: `Lift ${name}` });

async function press(name: string): Promise<void> {
  button(name).element().focus();
  await userEvent.keyboard('{Enter}');
}

test.each([
  ['whose entry goes, to the one that took its place', true],
  ['whose entry stays, to the next one', false],
])('the focus goes from a button of a list, %s', async (_title, goes) => {
  await renderInTheme(<Entries goes={goes} />);
  await press('two');
  await expect.element(button('three')).toHaveFocus();
  await press('three');
  await expect.element(button('one')).toHaveFocus();
  await press('one');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});

const PEOPLE = ['Ada', 'Ben', 'Cleo'];

/** A frame with a button of the shell, and a page with a list that loads. */
function Listed({ loaded, title = 'People', redrawn = false }: ListedProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useScrollKeys();
  useShortcuts({ singleKeys: true });
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <div style={{ height: 400, width: 400, display: 'flex', flexDirection: 'column' }}>
      <button key={String(redrawn)} type="button">
        Workspace
      </button>
      <output>{chosen}</output>
      <header ref={setSlot} />
      <main style={{ display: 'flex', flex: 1, minHeight: 0 }}>
        <HeaderSlot value={slot}>
          <Page key={title} title={title} layout="fill">
            <button type="button">Filter</button>
            <DataGrid
              label="People"
              columns={[{ id: 'name', header: 'Name', meta: { track: '1fr' }, sortable: true, cell: String }]}
              count={loaded ? PEOPLE.length : 0}
              itemAt={(index) => PEOPLE[index]}
              itemId={String}
              onSort={() => undefined}
              onOpen={setChosen}
            />
          </Page>
        </HeaderSlot>
      </main>
    </div>
  );
}

interface ListedProps {
  readonly loaded: boolean;
  readonly title?: string;
  /** Whether the shell's button is another element now, as once its menu has loaded. */
  readonly redrawn?: boolean;
}

let paths = 0;
function arrive(): void {
  paths += 1;
  goTo(`/arrived/${paths}`);
}

const person = (name: string) => page.getByRole('row', { name });
const heading = () => page.getByRole('heading', { level: 1 });

test('the heading has the focus on arrival and passes it to the list, which says the title', async () => {
  arrive();
  const { rerender } = await renderInTheme(<Listed loaded={false} />);
  await expect.element(heading()).toHaveFocus();
  await rerender(<Listed loaded />);
  await expect.element(person('Ada')).toHaveFocus();
  await expect.poll(() => document.querySelector('header [aria-live]')?.textContent).toBe('People');
  await userEvent.keyboard('j{ArrowDown}{Enter}');
  await expect.element(page.getByRole('status')).toHaveTextContent('Cleo');
});

test('a list that arrives leaves the focus where a person has put it since, also if that is drawn anew', async () => {
  arrive();
  const { rerender } = await renderInTheme(<Listed loaded={false} />);
  await expect.element(heading()).toHaveFocus();
  page.getByRole('button', { name: 'Workspace' }).element().focus();
  await rerender(<Listed loaded={false} redrawn />);
  expect(document.activeElement).toBe(document.body);
  await rerender(<Listed loaded redrawn title="More people" />);
  await expect.element(person('Ada')).toBeVisible();
  expect(document.activeElement).toBe(document.body);
  arrive();
  await rerender(<Listed loaded redrawn title="Others" />);
  await expect.element(person('Ada')).toHaveFocus();
});

test('a list that arrives leaves the focus to the heading that a person has clicked', async () => {
  arrive();
  const { rerender } = await renderInTheme(<Listed loaded={false} />);
  await expect.element(heading()).toHaveFocus();
  await heading().click();
  await rerender(<Listed loaded />);
  await expect.element(person('Ada')).toBeVisible();
  await expect.element(heading()).toHaveFocus();
});

test('after a click on a header, keys go to the list', async () => {
  arrive();
  await renderInTheme(<Listed loaded />);
  await page.getByRole('button', { name: 'Name' }).click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(person('Ada')).toHaveFocus();
  await heading().click();
  await userEvent.keyboard('k');
  await expect.element(person('Ada')).toHaveFocus();
  await heading().click();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('status')).toHaveTextContent('Ada');
});

test('the list is two Tabs from the heading, whatever stands between', async () => {
  arrive();
  await renderInTheme(<Listed loaded />);
  await heading().click();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Go to the list' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(person('Ada')).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'Go to the list' })).not.toBeInTheDocument();
});

/** A page with a search box and two lists. */
function TwoLists() {
  useScrollKeys();
  const list = (label: string, names: readonly string[]) => (
    <DataGrid
      label={label}
      columns={[{ id: 'name', header: label, meta: { track: '1fr' }, cell: String }]}
      count={names.length}
      itemAt={(index) => names[index]}
      itemId={String}
      height="grow"
    />
  );
  return (
    <main style={{ width: 400 }}>
      <input type="search" aria-label="Search" />
      {list('Jobs', ['Welder', 'Cook'])}
      {list('Forms', ['General', 'Night'])}
    </main>
  );
}

test('of two lists the first has the focus on arrival, and keys go to the one whose header was clicked', async () => {
  arrive();
  await renderInTheme(<TwoLists />);
  await expect.element(person('Welder')).toHaveFocus();
  await userEvent.click(page.getByRole('columnheader', { name: 'Forms' }));
  await userEvent.keyboard('j');
  await expect.element(person('General')).toHaveFocus();
  await userEvent.keyboard('j');
  await expect.element(person('Night')).toHaveFocus();
});

test('Escape and the down arrow go from the search box into the list', async () => {
  await renderInTheme(<TwoLists />);
  for (const key of ['{Escape}', '{ArrowDown}']) {
    await userEvent.click(page.getByLabelText('Search'));
    await userEvent.keyboard(key);
    await expect.element(person('Welder')).toHaveFocus();
  }
});
