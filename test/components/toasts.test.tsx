import { Button, Modal, TextInput } from '@mantine/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hideToast, isToastShown, showToast, Toasts } from '../../renderer/parts/toast.tsx';
import { renderInTheme } from './render-in-theme.tsx';

const SAID = ['one', 'two', 'three', 'four'];

beforeEach(() => page.viewport(900, 720));

afterEach(() => {
  for (const id of SAID) hideToast(id);
});

const words = () =>
  page
    .getByRole('alert')
    .elements()
    .map((toast) => toast.textContent);

test('a toast is fully visible right after it is shown', async () => {
  await renderInTheme(<Toasts />);
  showToast({ id: 'one', title: 'Grace Hopper is in the queue', message: 'See where it is' });
  await Promise.resolve();
  expect(words()).toEqual(['Grace Hopper is in the queueSee where it is']);
  const [toast] = page.getByRole('alert').elements();
  expect(toast && getComputedStyle(toast).opacity).toBe('1');
});

test('a toast replaces the one with its ID, and closes after its own time', async () => {
  await renderInTheme(<Toasts />);
  showToast({ id: 'one', title: 'On its way', autoClose: 20 });
  showToast({ id: 'two', title: 'Copied', autoClose: false });
  showToast({ id: 'one', title: 'Not done', tone: 'problem' });
  await expect.poll(words).toEqual(['Copied', 'Not done']);
  showToast({ id: 'two', title: 'Copied once more', autoClose: 20 });
  await expect.poll(words).toEqual(['Not done']);
});

test('showing a toast again restarts its timer', async () => {
  await renderInTheme(<Toasts />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const say = async (title: string): Promise<void> => {
      showToast({ id: 'one', title, autoClose: 1000 });
      await expect.poll(words).toEqual([title]);
    };
    await say('One is archived');
    vi.advanceTimersByTime(900);
    await say('Two are archived');
    vi.advanceTimersByTime(900);
    expect(isToastShown('one')).toBe(true);
    vi.advanceTimersByTime(101);
    expect(isToastShown('one')).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('the latest three toasts are on screen, and the others one press away', async () => {
  await renderInTheme(<Toasts />);
  for (const id of SAID) showToast({ id, title: id, autoClose: false });
  await expect.poll(words).toEqual(['four', 'three', 'two']);
  expect(isToastShown('one')).toBe(true);
  await page.getByRole('button', { name: '+1 more' }).click();
  await expect.poll(words).toEqual(['four', 'three', 'two', 'one']);
  for (const left of [
    ['three', 'two', 'one'],
    ['two', 'one'],
  ]) {
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await expect.poll(words).toEqual(left);
  }
  // Folded again from the next on.
  for (const id of ['three', 'four']) showToast({ id, title: id, autoClose: false });
  await expect.poll(words).toEqual(['four', 'three', 'two']);
});

test('in a low window, the latest toast alone is on screen', async () => {
  await page.viewport(900, 600);
  await renderInTheme(<Toasts />);
  for (const id of SAID) showToast({ id, title: id, autoClose: false });
  await expect.poll(words).toEqual(['four']);
  await page.getByRole('button', { name: '+3 more' }).click();
  await expect.poll(words).toEqual(['four', 'three', 'two', 'one']);
});

test('no toast closes while the pointer is over one', async () => {
  await renderInTheme(<Toasts />);
  showToast({ id: 'one', title: 'one', autoClose: false });
  await userEvent.hover(page.getByRole('alert'));
  showToast({ id: 'two', title: 'two', autoClose: 1 });
  showToast({ id: 'three', title: 'three', autoClose: false });
  await expect.poll(words).toEqual(['three', 'two', 'one']);
  // Two frames take far longer than the toast's 1 ms.
  for (let frames = 0; frames < 2; frames += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(words()).toEqual(['three', 'two', 'one']);
  await page.getByRole('button', { name: 'Dismiss' }).last().click();
  await expect.poll(words).toContain('three');
  await userEvent.unhover(page.getByRole('alert').first());
  await expect.poll(words).toEqual(['three']);
});

const LINES = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

/** A dialog of so many fields with a button at its end, over the toasts' host. */
function Dialog({ fields, size = 'md' }: { readonly fields: number; readonly size?: string }) {
  return (
    <>
      <Toasts />
      <Modal opened onClose={() => undefined} title="Fields" size={size} transitionProps={{ duration: 0 }}>
        {LINES.slice(0, fields).map((label) => (
          <TextInput key={label} label={label} mb="md" />
        ))}
        <Button>Save</Button>
      </Modal>
    </>
  );
}

const boxOf = (locator: { element(): Element }) => locator.element().getBoundingClientRect();
const dialog = () => page.getByRole('dialog');

test.for(['md', 'lg', 'xl'])('in a small window, no toast covers a tall dialog (%s)', async (size) => {
  await page.viewport(900, 600);
  await renderInTheme(<Dialog fields={8} size={size} />);
  // Once its transition has ended.
  await expect.poll(() => boxOf(dialog()).top).toBeCloseTo(30, 0);
  await expect.poll(() => boxOf(dialog()).bottom).toBeCloseTo(570, 0);
  const title = 'Grace Hopper: Yes';
  showToast({ id: 'one', title, message: <Button size="compact-sm">Undo</Button>, autoClose: false });
  showToast({ id: 'two', title: 'Not saved', message: 'The disk is full.', tone: 'problem' });
  // Only the latest, so that the dialog keeps its room.
  await expect.poll(words).toEqual(['Not savedThe disk is full.']);
  await expect.poll(() => boxOf(dialog()).bottom).toBeLessThan(boxOf(page.getByRole('alert')).top);
  expect(boxOf(dialog()).top).toBeCloseTo(30, 0);
  expect(boxOf(dialog()).height).toBeGreaterThan(400);
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  for (const id of ['one', 'two']) hideToast(id);
  await expect.poll(() => boxOf(dialog()).bottom).toBeCloseTo(570, 0);
});

test('a dialog that no toast reaches stays where it is', async () => {
  await page.viewport(900, 600);
  await renderInTheme(<Dialog fields={2} />);
  await expect.element(dialog()).toBeVisible();
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  const alone = boxOf(dialog());
  expect(alone.top + alone.bottom).toBeCloseTo(600, 0);
  showToast({ id: 'one', title: 'Copied', autoClose: false });
  await expect.poll(() => words().length).toBe(1);
  const room = () => document.documentElement.style.getPropertyValue('--toasts-room');
  await expect.poll(room).toMatch(/^calc/);
  expect(boxOf(dialog())).toEqual(alone);
});
