import type { Page } from '@playwright/test';
import type { AppState } from '../../shared/app-state.ts';
import type { RequestPage } from '../../shared/ipc/request-calls.ts';
import type { RequestRow } from '../../shared/request.ts';
import type { Result } from '../../shared/result.ts';

/** As many rows as the app gives at once. */
const AT_ONCE = 400;

/** What a row shows, by the columns of references/grid. */
export type RowTexts = Readonly<Record<string, string>> & { readonly unseen?: string };

/** All rows of the app in its window, in its order, as the texts that its grid shows of them. */
export async function allRowTexts(page: Page): Promise<RowTexts[]> {
  const texts: RowTexts[] = [];
  for (;;) {
    const answer = await page.evaluate(askForRows, { offset: texts.length, limit: AT_ONCE });
    if (!answer.ok) throw new Error(answer.error.code);
    texts.push(...answer.value.rows.map(textsOf));
    if (answer.value.rows.length < AT_ONCE) return texts;
  }
}

async function askForRows(input: { offset: number; limit: number }): Promise<Result<RequestPage>> {
  const bridge: { call: <Answer>(channel: string, input?: object) => Promise<Answer> } = Reflect.get(
    globalThis,
    'callboard',
  );
  const { value } = await bridge.call<{ value: AppState }>('app.state');
  return bridge.call('requests.list', { ...input, workspaceId: value.currentWorkspace?.id });
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

function textsOf(row: RequestRow): RowTexts {
  const calls = row.callCount === 0 ? '–' : [row.callCount, row.lastCallStatus].filter(Boolean).join(' · ');
  return {
    name: row.candidateName,
    phone: row.phoneNumber,
    job: row.jobName ?? row.jobDescriptionId,
    status: row.status,
    calls,
    headline: row.headline ?? '–',
    verdict: row.verdict === 'none' ? '–' : row.verdict,
    tags: row.tags.join(' '),
    updated: day.format(row.changedAt),
    ...(row.unseen && { unseen: 'yes' }),
  };
}
