import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { ActivityLine } from '../../renderer/shell/banners.tsx';
import type { AppState } from '../../shared/app-state.ts';
import { appStateWith } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const SIGNED_OUT = { phase: 'signed_out', reason: undefined } as const;

async function expectSaid(state: AppState, words: string): Promise<void> {
  stubBridge({
    'imports.progress': () => ({ sent: 31, all: 52 }),
  });
  const screen = await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={state}>
        <div data-testid="frame">
          <ActivityLine />
        </div>
      </AppStateProvider>
    </QueryClientProvider>,
  );
  const frame = page.getByTestId('frame').element();
  await expect.poll(() => frame.textContent).toBe(words);
  await screen.unmount();
}

test.each<[string, string, AppState]>([
  ['how much of a file is sent', '31 of 52 sent', appStateWith({ waiting: 21 })],
  [
    'offline, how many are saved and go out by themselves',
    'Offline. 3 are saved here and go out automatically.',
    appStateWith({ waiting: 4, heldForPerson: 1 }, { reachable: false }),
  ],
  [
    'offline, that nothing submitted is lost',
    'Offline. What you submit is saved here and goes out automatically.',
    appStateWith({}, { reachable: false }),
  ],
  [
    'signed out, how it goes on',
    'Signed out: sign in to go onSign in',
    appStateWith({ waiting: 2 }, { session: SIGNED_OUT }),
  ],
  [
    'paused, what waits',
    'Paused. 1 waits until you resume sending.',
    appStateWith({ waiting: 1 }, { paused: true }),
  ],
  ['nothing, as nothing goes on', '', appStateWith({ waiting: 0 })],
  ['nothing of what only a person can set going', '', appStateWith({ waiting: 2, heldForPerson: 2 })],
])('the line says %s', async (_what, words, state) => {
  await expectSaid(state, words);
});
