import { expect, test, vi } from 'vitest';
import { VERDICTS } from '../../shared/request.ts';
import { type Given, nameOf, openFirst, PEOPLE, press } from './request-window.tsx';

// What has no part in the keys would take most of the time.
const { NOTHING } = vi.hoisted(() => ({ NOTHING: () => null }));
vi.mock('../../renderer/features/request/review-card.tsx', () => ({ ReviewCard: NOTHING }));
vi.mock('../../renderer/features/request/assessment-section.tsx', () => ({ AssessmentSection: NOTHING }));
vi.mock('../../renderer/parts/history-section.tsx', () => ({ HistorySection: NOTHING }));
vi.mock('../../renderer/shell/overlays.tsx', () => ({ Overlays: NOTHING }));

/** Numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

test('each of 1,000 keys pressed at random reaches the request that it was meant for', async () => {
  const random = seeded(1);
  const ofMain = seeded(2);
  const { given, stored } = await openFirst({ wait: () => (ofMain() < 0.5 ? 0 : ofMain() * 10) });
  const meant: Given[] = [];
  const last = stored.map(() => 0);
  let at = 0;
  for (let pressed = 0; pressed < 1000; pressed++) {
    if (random() < 0.4) {
      const step = at === 0 || (at < PEOPLE - 1 && random() < 0.6) ? 1 : -1;
      at += step;
      press(step === 1 ? 'j' : 'k');
    } else {
      // Always another one than they have, so that each changes something.
      const digit = ((last[at] ?? 0) + 1 + Math.floor(random() * 3)) % VERDICTS.length;
      last[at] = digit;
      press(String(digit + 1));
      meant.push([at, VERDICTS[digit] ?? 'none']);
    }
    // Now and then a person looks first; otherwise keys come in bursts.
    if (random() < 0.03)
      await vi.waitUntil(() => given.length >= meant.length, { timeout: 8000, interval: 5 });
    else if (random() < 0.4) await new Promise((resolve) => setTimeout(resolve, random() * 12));
  }
  await expect.poll(() => given.length).toBeGreaterThanOrEqual(meant.length);
  expect(given).toEqual(meant);
  expect(stored).toEqual(last.map((digit) => VERDICTS[digit]));
  await expect.poll(() => document.title).toContain(nameOf(at));
}, 300_000);
