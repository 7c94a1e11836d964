import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hideToast, isToastShown, showToast } from '../../renderer/parts/toast/show-toast.tsx';
import { Toasts } from '../../renderer/parts/toast/toasts.tsx';
import { renderInTheme } from './render-in-theme.tsx';

const SAID = ['one', 'two', 'three', 'four'];

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
  await expect.poll(words).toEqual(['Not done', 'Copied']);
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

test('a fourth toast is queued until one of three is dismissed', async () => {
  await renderInTheme(<Toasts />);
  for (const id of SAID) showToast({ id, title: id, autoClose: false });
  await expect.poll(words).toEqual(['one', 'two', 'three']);
  expect(isToastShown('four')).toBe(true);
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect.poll(words).toEqual(['two', 'three', 'four']);
});

test('no toast closes while the pointer is over one', async () => {
  await renderInTheme(<Toasts />);
  showToast({ id: 'one', title: 'one', autoClose: false });
  await userEvent.hover(page.getByRole('alert'));
  showToast({ id: 'two', title: 'two', autoClose: 1 });
  showToast({ id: 'three', title: 'three', autoClose: false });
  await expect.poll(words).toEqual(['one', 'two', 'three']);
  // Two frames take far longer than the toast's 1 ms.
  for (let frames = 0; frames < 2; frames += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(words()).toEqual(['one', 'two', 'three']);
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect.poll(words).toContain('three');
  await userEvent.unhover(page.getByRole('alert').first());
  await expect.poll(words).toEqual(['three']);
});
