import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useKeptFocus } from '../../renderer/parts/page.tsx';
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
