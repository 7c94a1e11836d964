import { expect, test } from 'vitest';
import {
  columnsBeside,
  isHiddenByResults,
  shownColumns,
  withShown,
} from '../../renderer/features/requests/arrange-columns.ts';
import { requestColumns } from '../../renderer/features/requests/request-columns.tsx';
import { DataGrid } from '../../renderer/parts/grid/data-grid.tsx';
import type { PinnedField } from '../../shared/assessment.ts';
import { NO_LAYOUT } from '../../shared/grid-layout.ts';
import type { RequestRow } from '../../shared/request.ts';
import { requestRow } from '../renderer/request-row.ts';
import { renderInTheme } from './render-in-theme.tsx';

const HEADLINE = { path: '/overall', label: 'Overall score', kind: 'number', headline: true } as const;
const ADVICE = { path: '/advice', label: 'Recommendation', kind: 'text' } as const;
const CONTEXT = {
  pins: [HEADLINE, ADVICE],
  unread: [],
  now: Date.UTC(2026, 4, 2),
  formatPhone: (e164: string) => e164,
  problems: false,
  isShared: false,
};
const columns = requestColumns(CONTEXT);

function titles(width: number, beside = false): string {
  const shown = beside ? columnsBeside(columns, width) : shownColumns(columns, NO_LAYOUT, width);
  return shown.map(({ title }) => title).join(', ');
}

test('the list shows what a recruiter decides by; where there is little room, calls go first', () => {
  // The widths of the list beside an open request, and in windows of 900, 1280 and 1920 px.
  expect(titles(346, true)).toBe('Candidate, Score, Verdict');
  expect(titles(552, true)).toBe('Candidate, Outcome, Score, Verdict');
  expect(titles(636)).toBe('Candidate, Job, Outcome, Score, Verdict');
  expect(titles(1016)).toBe('Candidate, Phone, Job, Outcome, Score, Recommendation, Verdict, Updated');
  expect(titles(1656)).toContain(
    'Candidate, Phone, Job, Outcome, Score, Overall score, Recommendation, Calls',
  );
});

test('a pin that is no headline adds its own column, no empty Score, and never takes the phone number’s place', () => {
  const of = (pins: readonly PinnedField[], width: number) =>
    shownColumns(requestColumns({ ...CONTEXT, pins }), NO_LAYOUT, width).map(({ id }) => id);
  for (let width = 500; width <= 1700; width += 4) {
    const [without, pinned] = [of([], width), of([ADVICE], width)];
    expect(pinned).not.toContain('headline');
    expect([width, pinned.includes('phone')]).toEqual([width, without.includes('phone')]);
  }
  expect(of([ADVICE], 1016)).toContain('pin:/advice');
});

test('a pinned field that no answer has adds no column by itself, and as the headline no empty Score', () => {
  for (const pin of [ADVICE, { ...ADVICE, headline: true } as const]) {
    const all = requestColumns({ ...CONTEXT, pins: [{ ...pin, isEmpty: true }] });
    const shown = shownColumns(all, NO_LAYOUT, 1656).map(({ id }) => id);
    expect(shown).toEqual(
      shownColumns(requestColumns({ ...CONTEXT, pins: [] }), NO_LAYOUT, 1656).map(({ id }) => id),
    );
    expect(shownColumns(all, withShown(NO_LAYOUT, 'pin:/advice', true), 1656).map(({ id }) => id)).toContain(
      'pin:/advice',
    );
  }
});

test('where the score leaves no room for the phone number, the list says so', () => {
  const hidden = (of: typeof columns, width: number) => isHiddenByResults(of, NO_LAYOUT, width, 'phone');
  const plain = requestColumns({ ...CONTEXT, pins: [] });
  const widths = Array.from({ length: 300 }, (_, at) => 500 + 4 * at);
  expect(widths.filter((width) => hidden(plain, width))).toEqual([]);
  expect(widths.some((width) => hidden(columns, width))).toBe(true);
  expect(hidden(columns, 1656)).toBe(false);
});

test('a candidate who may be called twice is marked', async () => {
  const mark = /^May be called twice/;
  const screen = await show(requestRow({ calledTwice: true }), 552);
  await expect.element(screen.getByRole('img', { name: mark })).toBeVisible();
  await screen.rerender(list(requestRow({}), 552));
  await expect.element(screen.getByRole('img', { name: mark })).not.toBeInTheDocument();
});

test('a list of requests with a problem has the problem of each, in any window', async () => {
  const withProblems = requestColumns({ ...CONTEXT, problems: true });
  const screen = await show(requestRow({ problem: { code: 'refused', httpStatus: 503 } }), 552, withProblems);
  await expect
    .element(screen.getByRole('gridcell', { name: "The service didn't return the status: HTTP 503." }))
    .toBeVisible();
});

function show(row: RequestRow, width: number, of = columns) {
  return renderInTheme(list(row, width, of));
}

function list(row: RequestRow, width: number, of = columns) {
  const shown = shownColumns(of, NO_LAYOUT, width);
  return (
    <div style={{ width, height: 120, display: 'flex' }}>
      <DataGrid
        label="List"
        columns={shown}
        count={1}
        itemAt={() => row}
        itemId={({ requestId }) => requestId}
        arrangement={{ widths: {}, onResize: () => undefined, onMove: () => undefined }}
      />
    </div>
  );
}

test('a job is never cut while another column has room that it does not use, before and after the list changes', async () => {
  const jobName = 'Warehouse lead, night shift';
  const jobCell = (screen: Awaited<ReturnType<typeof show>>) => screen.getByText(jobName, { exact: true });
  const isCut = (cell: Element) => cell.scrollWidth > cell.clientWidth;
  const screen = await show(requestRow({ outcome: 'assessed', jobName }), 1016);
  await expect.poll(() => isCut(jobCell(screen).element())).toBe(false);
  await screen.unmount();
  const changing = await show(requestRow({ outcome: 'assessed', jobName: 'Cook' }), 1016);
  await expect.element(changing.getByText('Cook')).toBeVisible();
  await changing.rerender(list(requestRow({ outcome: 'assessed', jobName }), 1016));
  await expect.poll(() => isCut(jobCell(changing).element())).toBe(false);
});

test('an outcome and a verdict are never cut, even beside an open request', async () => {
  const screen = await show(
    requestRow({ status: 'COMPLETED', outcome: 'not_reached', tries: 10, verdict: 'maybe' }),
    552,
  );
  for (const text of ['Not reached (10 tries)', 'Maybe']) {
    const cell = screen.getByText(text, { exact: true });
    await expect.element(cell).toBeVisible();
    const { scrollWidth, clientWidth } = cell.element();
    expect(scrollWidth, text).toBeLessThanOrEqual(clientWidth);
  }
});

test('a score is a number with its place on the scale, and is read with its name and scale', async () => {
  const scored = requestRow({
    outcome: 'assessed',
    headline: 'Overall: 4 of 5',
    score: { text: '4', share: 0.8, better: 'higher' },
  });
  const screen = await show(scored, 900);
  await expect.element(screen.getByRole('gridcell', { name: 'Overall: 4 of 5' })).toBeVisible();
  const number = screen.getByText('4', { exact: true }).element();
  const bar = number.nextElementSibling?.firstElementChild?.firstElementChild;
  const [part, whole] = [bar, bar?.parentElement].map((each) => each?.getBoundingClientRect().width ?? 0);
  expect(Number(part) / Number(whole)).toBeCloseTo(0.8, 1);
});

test('a bar is as long as the value, and a line marks the better end, whichever it is', async () => {
  const bars = async (share: number, better: 'higher' | 'lower' | null) => {
    const scored = requestRow({
      outcome: 'assessed',
      headline: 'Risk',
      score: { text: '95', share, better },
    });
    const screen = await show(scored, 900);
    const number = screen.getByText('95', { exact: true });
    await expect.element(number).toBeVisible();
    const track = number.element().nextElementSibling?.firstElementChild;
    if (!track?.firstElementChild) throw new Error('There is no bar.');
    const line = getComputedStyle(track, '::after');
    const [whole, part] = [track, track.firstElementChild].map((each) => each.getBoundingClientRect().width);
    const seen = { share: Number(part) / Number(whole), line: line.content === 'none' ? null : line.left };
    await screen.unmount();
    return seen;
  };
  const [risk, score, neither] = [await bars(0.95, 'lower'), await bars(0.95, 'higher'), await bars(0, null)];
  expect(risk.share).toBeCloseTo(0.95, 1);
  expect(score.share).toBeCloseTo(0.95, 1);
  expect(risk.line).toBe('-2px');
  expect(Number.parseFloat(score.line ?? '')).toBeGreaterThan(20);
  expect(neither).toEqual({ share: 0, line: null });
});

test('a headline without a scale is shown as text, and nothing where there is none', async () => {
  const screen = await show(
    requestRow({ outcome: 'assessed', headline: 'Advice: Invite', hasResults: true }),
    900,
  );
  await expect.element(screen.getByText('Advice: Invite')).toBeVisible();
});
