import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { HeldNotice } from '../../renderer/features/settings/privacy/held-notice.tsx';
import { HoldForm } from '../../renderer/features/settings/privacy/hold-dialog.tsx';
import { HoldItem } from '../../renderer/features/settings/privacy/holds-section.tsx';
import type { Hold } from '../../shared/holds.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const REASON = 'Claim of 3 May';

let placed: unknown[];
let closed: number;

beforeEach(async () => {
  await page.viewport(900, 600);
  placed = [];
  closed = 0;
  notifications.clean();
});

async function show(children: ReactNode) {
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appState({})}>
        {children}
        <Notifications />
      </AppStateProvider>
    </QueryClientProvider>,
  );
}

const ABOUT = { workspaceId: 'workspace-1', requestIds: ['ir_1'] };

interface ShowForm {
  /** Whether holds can't be stored. */
  readonly broken?: boolean;
  /** Whether the person is held already. */
  readonly held?: boolean;
  readonly about?: typeof ABOUT | { readonly defaultCountry: string | null };
}

/** Shows the dialog's form for a request, or as it is typed. */
async function showForm({ broken = false, held = false, about = ABOUT }: ShowForm = {}) {
  const answer = (input: unknown) => {
    if (broken) throw new Error('The disk is full.');
    placed.push(input);
    return { changed: held ? 0 : 1 };
  };
  stubBridge({ 'holds.place': answer, 'holds.placeOf': answer });
  await show(<HoldForm about={about} onClose={() => (closed += 1)} />);
}

const reason = page.getByLabelText('Reason');
const hold = page.getByRole('button', { name: 'Place the hold' });

test('a hold needs a reason, and is placed once it has one', async () => {
  await showForm();
  await hold.click();
  await expect.element(reason).toHaveAttribute('aria-invalid', 'true');
  await expect.element(reason).toHaveFocus();
  expect([placed, closed]).toEqual([[], 0]);
  await userEvent.fill(reason, `  ${REASON} `);
  await hold.click();
  await expect.element(page.getByText('1 legal hold placed')).toBeVisible();
  expect(placed).toMatchObject([{ ...ABOUT, reason: REASON }]);
  expect(closed).toBe(1);
});

test('a typed person needs a number, which is read as one of the default country', async () => {
  await showForm({ about: { defaultCountry: 'DE' } });
  await userEvent.fill(reason, REASON);
  await hold.click();
  const number = page.getByLabelText('Number');
  await expect.element(number).toHaveFocus();
  expect([placed, closed]).toEqual([[], 0]);
  await userEvent.fill(number, '030 901820');
  await hold.click();
  await expect.poll(() => placed).toEqual([{ name: '', phoneNumber: '+4930901820', reason: REASON }]);
});

test('who is held already stays held, and the form says so', async () => {
  await showForm({ held: true });
  await userEvent.fill(reason, REASON);
  await hold.click();
  await expect.element(page.getByText('Already under legal hold')).toBeVisible();
});

test('a hold that could not be stored says so, and loses nothing that was typed', async () => {
  await showForm({ broken: true });
  await userEvent.fill(reason, REASON);
  await hold.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(reason).toHaveValue(REASON);
  expect(closed).toBe(0);
});

test('a held request says why, since when and by whom, and one that is not held says nothing', async () => {
  const held: Hold = {
    id: 'h1',
    name: 'Ada Lovelace',
    phoneNumber: '+12025550143',
    reason: REASON,
    placedAt: Date.UTC(2026, 4, 3, 12),
    placedBy: 'rita@acme.example',
  };
  stubBridge({ 'holds.of': (input) => (Object(input).submissionId === 's1' ? [held] : []) });
  await show(
    <>
      <section aria-label="one">
        <HeldNotice submissionId="s1" />
      </section>
      <section aria-label="other">
        <HeldNotice submissionId="s2" />
      </section>
    </>,
  );
  const shown = () => page.getByRole('region', { name: 'one' }).element().textContent;
  await expect.poll(shown).toMatch(/Ada Lovelace, .*, since .*2026.*placed by rita@acme\.example/);
  expect(shown()).toContain('“Claim of 3 May”');
  expect(page.getByRole('region', { name: 'other' }).element().textContent).toBe('');
});

test('the number of a person with a right-to-left name is written from left to right', async () => {
  const hold: Hold = {
    id: 'h1',
    name: 'محمد الأنصاري',
    phoneNumber: '+4915100000001',
    reason: REASON,
    placedAt: 1,
    placedBy: 'ada',
  };
  await show(<HoldItem hold={hold} />);
  const words = page.getByText(/الأنصاري/);
  // Its format is loaded after the first paint.
  await expect.poll(() => words.element().textContent).toContain('1510 0000001');
  const text = words.element().firstChild as Node;
  const digits = text.textContent?.indexOf('1510') ?? 0;
  const leftOf = (at: number): number => {
    const range = new Range();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().left;
  };
  expect(leftOf(digits)).toBeLessThan(leftOf(digits + '1510 '.length));
});
