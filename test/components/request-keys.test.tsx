import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { useLocation } from 'wouter';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { useRequestKeys } from '../../renderer/features/request/use-request-keys.ts';
import { useShortcuts } from '../../renderer/parts/shortcuts/use-shortcuts.ts';
import { setNeighbourSource } from '../../renderer/routes/request-neighbours.ts';
import type { Verdict } from '../../shared/request.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const PEOPLE = 24;
const VERDICTS: readonly Verdict[] = ['none', 'no', 'maybe', 'yes'];

/** Numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface PersonProps {
  readonly wait: () => number;
  readonly onVerdict: (id: string, verdict: Verdict) => void;
}

function Person({ wait, onVerdict }: PersonProps) {
  useShortcuts({ singleKeys: true });
  const id = useLocation()[0].split('/').at(-1) ?? '';
  const keys = useRequestKeys(id);
  const [loaded, setLoaded] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setLoaded(id), wait());
    return () => clearTimeout(timer);
  }, [id, wait]);
  useEffect(() => {
    if (loaded !== id) return;
    keys.onShown(id, (verdict) => {
      onVerdict(id, verdict);
      return false;
    });
  });
  return null;
}

test.each([1, 2, 3, 4])(
  'each digit after J or K reaches the person that it was meant for (seed %i)',
  async (seed) => {
    const random = seeded(seed);
    const wait = () => (random() < 0.5 ? 0 : random() * 60);
    stubBridge({});
    setNeighbourSource(async (id, step) => {
      await later(wait());
      const next = Number(id) + step;
      return next < 0 || next >= PEOPLE ? null : String(next);
    });
    history.replaceState(null, '', '/requests/0');
    const given: [string, Verdict][] = [];
    await renderInTheme(
      <QueryClientProvider client={new QueryClient()}>
        <AppStateProvider state={appState()}>
          <Person wait={wait} onVerdict={(id, verdict) => given.push([id, verdict])} />
        </AppStateProvider>
      </QueryClientProvider>,
    );
    const meant: [string, Verdict][] = [];
    let at = 0;
    for (let press = 0; press < 30; press++) {
      const step = at === 0 || (at < PEOPLE - 1 && random() < 0.7) ? 1 : -1;
      at += step;
      dispatchEvent(new KeyboardEvent('keydown', { key: step === 1 ? 'j' : 'k', bubbles: true }));
      await later(random() * 30);
      const digit = Math.floor(random() * 4);
      dispatchEvent(new KeyboardEvent('keydown', { key: String(digit + 1), bubbles: true }));
      meant.push([String(at), VERDICTS[digit] ?? 'none']);
      await later(40 + random() * 60);
    }
    await expect.poll(() => given.length, { timeout: 10_000 }).toBe(meant.length);
    expect(given).toEqual(meant);
    setNeighbourSource(null);
  },
);
