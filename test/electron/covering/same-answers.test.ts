import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryStorage } from '../storage/temporary-storage.ts';
import { coveredWorld } from './covered-world.ts';
import { crawl } from './crawl.ts';

/** Ids that two worlds share. */
function idOf(at: number): string {
  return `${String((at + 1) * 7_919).padStart(8, '0')}-0000-4000-8000-${String(at).padStart(12, '0')}`;
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** With the ids that a store made up replaced by the order in which they appear. */
function withoutOwnIds(said: string): string {
  const own = new Map<string, string>();
  return said.replaceAll(ID, (id) => {
    if (id.includes('-0000-4000-8000-')) return id;
    const known = own.get(id) ?? `own-${own.size}`;
    own.set(id, known);
    return known;
  });
}

/** These differ for another reason: holds of one moment are in the order of their random ids. */
const DIFFER = ['holds.page'];

test('what covered results are changes no answer, order, count or file', { timeout: 120_000 }, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-01T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const said = [];
  for (const hiddenSeed of [31, 77]) {
    const storage = await temporaryStorage();
    const place = { storage, workspaceId: 'workspace-1' };
    const world = await coveredWorld(place, { count: 24, seed: 5, hiddenSeed, idOf });
    said.push(await crawl(world));
  }
  const [one, other] = said;
  expect(one?.size).toBeGreaterThan(20);
  for (const [call, text] of one ?? []) {
    if (DIFFER.includes(call)) continue;
    expect(withoutOwnIds(other?.get(call) ?? ''), call).toBe(withoutOwnIds(text));
  }
});
