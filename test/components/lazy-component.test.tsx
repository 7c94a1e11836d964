import { Component, type ComponentType, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { lazyComponent } from '../../renderer/parts/lazy-component.tsx';

const Greeting = ({ name }: { name: string }) => <h1>Hello {name}</h1>;

/** Shows the message of an error. */
class Boundary extends Component<{ children: ReactNode }> {
  override state = { message: '' };

  static getDerivedStateFromError(error: Error) {
    return { message: error.message };
  }

  override render() {
    return this.state.message || this.props.children;
  }
}

test('a component shows as soon as its code is there, and at once from then on', async () => {
  const code = Promise.withResolvers<typeof Greeting>();
  const Lazy = lazyComponent(() => code.promise, <p>Loading</p>);
  const { container, unmount } = await render(<Lazy name="Ada" />);
  expect(await firstText(container)).toBe('Loading');

  code.resolve(Greeting);
  const loadedAt = performance.now();
  await untilChanged(container);
  // React would keep it back until 300 ms after the fallback, if it suspended.
  expect(performance.now() - loadedAt).toBeLessThan(200);
  expect(container.textContent).toBe('Hello Ada');

  await unmount();
  const again = await render(<Lazy name="Grace" />);
  expect(await firstText(again.container)).toBe('Hello Grace');
});

test('code that could not be loaded is an error of the component, and is loaded again the next time', async () => {
  const answers: (() => Promise<ComponentType>)[] = [
    () => Promise.reject(new Error('The file is gone')),
    () => Promise.resolve(() => <h1>Here</h1>),
  ];
  const Lazy = lazyComponent(() => answers.shift()?.() ?? Promise.reject(new Error('No more')));
  const { unmount } = await render(
    <Boundary>
      <Lazy />
    </Boundary>,
  );
  await expect.element(page.getByText('The file is gone')).toBeVisible();
  await unmount();
  await render(<Lazy />);
  await expect.element(page.getByRole('heading', { name: 'Here' })).toBeVisible();
});

/** React, as it is shipped, renders somewhat later than it is asked to. */
async function firstText(container: HTMLElement): Promise<string> {
  if (!container.hasChildNodes()) await untilChanged(container);
  return container.textContent;
}

function untilChanged(element: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    new MutationObserver(() => resolve()).observe(element, { childList: true, subtree: true });
  });
}
