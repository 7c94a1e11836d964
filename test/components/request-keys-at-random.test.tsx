import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { VERDICTS, type Verdict } from '../../shared/request.ts';
import { type Given, nameOf, openFirst, PEOPLE, press } from './request-window.tsx';

// What has no part in the keys would take most of the time.
const { NOTHING } = vi.hoisted(() => ({ NOTHING: () => null }));
vi.mock('../../renderer/features/request/review-card.tsx', () => ({ ReviewCard: NOTHING }));
vi.mock('../../renderer/features/request/assessment-section.tsx', () => ({ AssessmentSection: NOTHING }));
vi.mock('../../renderer/features/request/request-menu.tsx', () => ({ RequestMenu: NOTHING }));
vi.mock('../../renderer/features/settings/privacy/held-notice.tsx', () => ({ HeldNotice: NOTHING }));
vi.mock('../../renderer/parts/history-section.tsx', () => ({ HistorySection: NOTHING }));
vi.mock('../../renderer/parts/facts.tsx', async (load) =>
  Object.fromEntries(Object.keys((await load()) as object).map((name) => [name, NOTHING])),
);
vi.mock('@mantine/core', async (load) => {
  const as = (render: (props: { children?: ReactNode }) => ReactNode) => {
    return Object.assign(render, { extend: (settings: unknown) => settings });
  };
  const [none, plain] = [as(NOTHING), as(({ children }) => children)];
  const real = (await load()) as object;
  return { ...real, ActionIcon: none, Button: none, Group: plain, Tooltip: plain };
});
vi.mock('../../renderer/parts/key-names.tsx', () => ({ KeyNames: NOTHING }));
vi.mock('../../renderer/parts/status.tsx', async (load) => ({
  ...((await load()) as object),
  OutcomeBadge: NOTHING,
}));
vi.mock('../../renderer/shell/overlays.tsx', () => ({ Overlays: NOTHING }));

/** Numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

test('each of 2,000 keys pressed at random in a review reaches the request that it was meant for', async () => {
  const random = seeded(1);
  const ofMain = seeded(2);
  const { given, stored } = await openFirst({
    review: true,
    wait: () => (ofMain() < 0.8 ? 0 : ofMain() * 5),
  });
  const meant: Given[] = [];
  const last: Verdict[] = stored.map(() => 'none');
  const undoable: { readonly at: number; readonly before: Verdict }[] = [];
  let at = 0;
  const pressOne = () => {
    const before = last[at] ?? 'none';
    const dice = random();
    if (dice < 0.15 && at < PEOPLE - 1) {
      at += 1;
      press('j');
    } else if (dice < 0.45 && at > 0) {
      at -= 1;
      press('k');
    } else if (dice < 0.55 && undoable.length > 0) {
      press('u');
      const undone = undoable.pop();
      if (undone) {
        ({ at } = undone);
        last[at] = undone.before;
      }
    } else {
      // Always another one than they have, so that each changes something.
      const verdict = VERDICTS[(VERDICTS.indexOf(before) + 1 + Math.floor(random() * 3)) % 4] ?? 'none';
      press(String(VERDICTS.indexOf(verdict) + 1));
      meant.push([at, verdict]);
      undoable.push({ at, before });
      last[at] = verdict;
      at = Math.min(at + 1, PEOPLE - 1);
    }
  };
  for (let pressed = 0; pressed < 2000; pressed++) {
    pressOne();
    // Now and then a person looks first; otherwise keys come in bursts.
    if (random() < 0.01)
      await vi.waitUntil(() => given.length >= meant.length, { timeout: 20_000, interval: 5 });
    else if (random() < 0.1) await new Promise((resolve) => setTimeout(resolve, random() * 12));
  }
  await expect.poll(() => given.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(meant.length);
  expect(given).toEqual(meant);
  await expect.poll(() => stored, { timeout: 10_000 }).toEqual(last);
  await expect.poll(() => document.title).toContain(nameOf(at));
}, 300_000);
