import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { workspaceAccess } from '../../renderer/api/workspace.ts';
import { FurtherPages } from '../../renderer/features/requests/further-pages.ts';
import { NO_FILTER } from '../../shared/no-filter.ts';
import { ok } from '../../shared/result.ts';
import { requestRow } from './request-row.ts';

const QUERY = { filter: NO_FILTER, sort: 'updated', descending: true } as const;

describe('the pages of a list behind its first one', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    const call = async (_channel: string, { offset }: { offset: number }) =>
      ok({ rows: [requestRow({ requestId: `ir_${offset}` })], total: 1000, all: 1000 });
    vi.stubGlobal('window', { callboard: { call } });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('are there when they have arrived, and React hears of them once the list is not scrolled on any more', async () => {
    const pages = new FurtherPages(createQueryClient(), workspaceAccess('w1'));
    const react = vi.fn();
    pages.subscribeKnown(react);
    pages.follow(QUERY);
    pages.want([100]);
    await vi.advanceTimersByTimeAsync(50);
    for (let turn = 0; turn < 10; turn += 1) {
      pages.want([100]);
      await vi.advanceTimersByTimeAsync(150);
    }
    expect(pages.at(QUERY, 100)?.rows[0]?.requestId).toBe('ir_100');
    expect(react).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(react).toHaveBeenCalledOnce();
    expect(pages.getKnown().pages.get(100)?.rows[0]?.requestId).toBe('ir_100');
    pages.want([100]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(react).toHaveBeenCalledOnce();
    pages.leave();
  });
});
