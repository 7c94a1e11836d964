import type { Page } from '@playwright/test';
import { seededRandom } from '../faults/seeded-random.ts';
import type { RunningApp } from './driver/app-driver.ts';
import { expect, test } from './fixtures.ts';
import {
  connectAndSignIn,
  expectStatus,
  fillCandidate,
  JOB_DESCRIPTION_ID,
  openRequests,
  saveConnection,
} from './steps.ts';
import type { StrictService } from './strict-service.ts';

// Two workspaces whose services use the same request IDs, both signed in.

/** How many times Submit races a sign-in returning to the other workspace. */
const RACES = Number(process.env['RACES'] ?? 12);
const SEED = Number(process.env['RACES_SEED'] ?? 1);

interface TwoWorkspaces {
  readonly page: Page;
  readonly app: RunningApp;
  readonly acme: StrictService;
  readonly bolt: StrictService;
  readonly ids: { readonly acme: string; readonly bolt: string };
}

/** Connects and signs in to both services; shows acme. */
async function openTwoWorkspaces(
  app: RunningApp,
  signInPage: Page,
  startService: () => Promise<StrictService>,
): Promise<TwoWorkspaces> {
  const [acme, bolt] = [await startService(), await startService()];
  const page = await connectAndSignIn(app, acme, signInPage);
  await workspaceButton(page).click();
  await page.getByRole('menuitem', { name: 'Add a connection' }).click();
  await saveConnection(page, bolt);
  await signInPage.goto(await app.nextOpenedAddress());
  await expectStatus(page, 'Online');
  const { workspaces } = await state(page);
  const idOf = ({ address }: StrictService) =>
    workspaces.find(({ baseUrl }) => baseUrl.startsWith(address))?.id ?? '';
  const ids = { acme: idOf(acme), bolt: idOf(bolt) };
  await switchTo(page, new URL(acme.address).host);
  return { page, app, acme, bolt, ids };
}

interface ShownState {
  readonly workspaces: readonly { readonly id: string; readonly baseUrl: string }[];
  readonly currentWorkspace: { readonly id: string };
}

async function state(page: Page): Promise<ShownState> {
  const answer = (await page.evaluate(() => window.callboard.call('app.state', undefined))) as {
    value: ShownState;
  };
  return answer.value;
}

/** The button that names the current workspace and opens the workspace menu. */
function workspaceButton(page: Page) {
  return page.getByRole('complementary', { name: 'Workspace' }).getByRole('button').first();
}

async function switchTo(page: Page, name: string): Promise<void> {
  await workspaceButton(page).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(workspaceButton(page)).toContainText(name);
}

/** Starts a sign-in to bolt while acme is on screen; returns the address that completes it. */
async function startSignInToBolt({ page, app, ids }: TwoWorkspaces): Promise<string> {
  await page.evaluate((workspaceId) => window.callboard.call('session.signIn', { workspaceId }), ids.bolt);
  return app.nextOpenedAddress();
}

function namesAt(service: StrictService): string[] {
  return service.created.map(({ body }) => (body['candidate'] as { name: string }).name).toSorted();
}

test('a returning sign-in only offers to switch while somebody types or a dialog is open, and submissions reach their own workspace', async ({
  launch,
  signInPage,
  startService,
}) => {
  test.setTimeout(90_000 + RACES * 3000);
  const both = await openTwoWorkspaces(await launch(), signInPage, startService);
  const { page, acme, bolt, ids } = both;

  await test.step('it switches, but only offers to while a dialog is open', async () => {
    await openRequests(page);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await fetch(await startSignInToBolt(both));
    await expect(page.getByText('Signed in to')).toBeVisible();
    expect((await state(page)).currentWorkspace.id).toBe(ids.acme);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await fetch(await startSignInToBolt(both));
    await expect.poll(async () => (await state(page)).currentWorkspace.id).toBe(ids.bolt);
    await expect(workspaceButton(page)).not.toContainText(new URL(acme.address).host);
    await switchTo(page, new URL(acme.address).host);
  });

  const random = seededRandom(SEED);
  const submitted: string[] = [];
  await page.getByRole('link', { name: 'New request', exact: true }).first().click();
  for (let race = 0; race < RACES; race += 1) {
    const name = `Ada ${String(race).padStart(4, '0')}`;
    await fillCandidate(page, name, `+1 202 555 ${String(race).padStart(4, '0')}`);
    const back = await startSignInToBolt(both);
    const [before, after] = [random() * 150, random() * 150];
    await Promise.all([
      page.waitForTimeout(before).then(() => fetch(back)),
      page.waitForTimeout(after).then(() => page.getByRole('button', { name: 'Submit request' }).click()),
    ]);
    submitted.push(name);
    await expect(page.getByLabel('Candidate name')).toHaveValue('');
    expect((await state(page)).currentWorkspace.id).toBe(ids.acme);
  }
  await expect.poll(() => namesAt(acme).length, { timeout: 30_000 }).toBe(RACES);
  expect(namesAt(acme)).toEqual(submitted);
  expect(namesAt(bolt)).toEqual([]);
  // The switch was only offered.
  const offer = page.getByRole('alert').filter({ hasText: 'Signed in to' });
  await offer.getByRole('button', { name: 'Switch' }).click();
  await expect.poll(async () => (await state(page)).currentWorkspace.id).toBe(ids.bolt);
});

test.describe('with an undo window', () => {
  test.use({ undoSeconds: 30 });

  test('Undo acts on the workspace it was offered in, even if another one is on screen', async ({
    launch,
    signInPage,
    startService,
  }) => {
    const { page, acme, bolt, ids } = await openTwoWorkspaces(await launch(), signInPage, startService);
    await page.getByRole('link', { name: 'New request', exact: true }).first().click();
    await fillCandidate(page, 'Ada Lovelace', '+1 202 555 0140');
    await page.getByRole('button', { name: 'Submit request' }).click();
    await expect(page.getByText(/goes out in/)).toBeVisible();
    await switchTo(page, new URL(bolt.address).host);
    // The toast names its workspace, now that another one is on screen.
    await expect(page.getByRole('alert')).toContainText(`In ${new URL(acme.address).host}`);
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    // The draft opens in its own workspace.
    await expect.poll(async () => (await state(page)).currentWorkspace.id).toBe(ids.acme);
    await expect(page.getByRole('heading', { level: 1, name: 'Change and submit' })).toBeVisible();
    await expect(page.getByLabel('Candidate name')).toHaveValue('Ada Lovelace');
    expect([namesAt(acme), namesAt(bolt)]).toEqual([[], []]);
  });
});

test('rows, requests and dialogs stay with their own workspace while another one is on screen', async ({
  launch,
  signInPage,
  startService,
}) => {
  const both = await openTwoWorkspaces(await launch(), signInPage, startService);
  const { page, app, acme, bolt, ids } = both;
  const [acmeName, boltName] = [new URL(acme.address).host, new URL(bolt.address).host];

  await test.step('switching never shows another workspace’s request under the same ID, and an ambiguous link asks', async () => {
    const submit = async (workspaceId: string, candidateName: string) => {
      const submission = {
        workspaceId,
        candidateName,
        phoneNumber: '+12025550140',
        resumeUrl: 'https://example.com/1.pdf',
        jobDescriptionId: JOB_DESCRIPTION_ID,
        questionnaireTemplateId: 'general-screening',
      };
      const answer = await page.evaluate(
        (input) => window.callboard.call('submissions.submit', input),
        submission,
      );
      expect(answer).toMatchObject({ ok: true });
    };
    await submit(ids.acme, 'Ada of Acme');
    await submit(ids.bolt, 'Bob of Bolt');
    await expect.poll(() => [namesAt(acme), namesAt(bolt)]).toEqual([['Ada of Acme'], ['Bob of Bolt']]);
    await openRequests(page);
    await page.getByRole('grid', { name: 'Tracked requests' }).getByText('Ada of Acme').click();
    await expect(page.getByRole('heading', { name: 'Ada of Acme' })).toBeVisible();
    await switchTo(page, boltName);
    // Today appears, not Bob's request, which has the same ID.
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    await openRequests(page);
    await expect(page.getByRole('grid', { name: 'Tracked requests' }).getByText('Bob of Bolt')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Assessment results' })).toBeHidden();

    await app.openDeepLink(`app.callboard:/request/req-1?workspace=${ids.acme}`);
    await expect(page.getByRole('heading', { name: 'Ada of Acme' })).toBeVisible();
    await app.openDeepLink('app.callboard:/request/req-1');
    await expect(
      page.getByText('A link wants to open a request ID that several workspaces use'),
    ).toBeVisible();
    await page.getByRole('button', { name: `Open it in ${boltName}` }).click();
    await expect(page.getByRole('heading', { name: 'Bob of Bolt' })).toBeVisible();

    // A link from another computer names an unknown workspace, and the ID here may belong to another person.
    await openRequests(page);
    await app.openDeepLink('app.callboard:/request/req-1?workspace=of-another-computer');
    await expect(page.getByText("a workspace that isn't on this computer")).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Tracked requests' })).toBeVisible();
    await page.getByRole('button', { name: 'Ignore the link' }).click();
  });

  await test.step('all rows of an import reach its own workspace, even if another is on screen when they are sent', async () => {
    await switchTo(page, acmeName);
    await page.getByRole('button', { name: 'Pause sending' }).click();
    // More would wait until they can't be undone any more.
    const rows = Array.from(
      { length: 10 },
      (_, index) =>
        `Row ${index},+1 202 555 ${2000 + index},https://example.com/${index}.pdf,${JOB_DESCRIPTION_ID},general-screening`,
    );
    const file = ['name,phone,resume,job,questionnaire', ...rows].join('\n');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'candidates.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(file),
    });
    await page.getByRole('button', { name: /^Queue 10/ }).click();
    await switchTo(page, boltName);
    expect(acme.created).toHaveLength(1);
    await page.getByRole('button', { name: 'Resume sending' }).click();
    await expect.poll(() => acme.created.length).toBe(11);
    expect(new Set(namesAt(acme)).size).toBe(11);
    expect(namesAt(bolt)).toEqual(['Bob of Bolt']);
  });

  await test.step('a dialog names its workspace, and opens nothing if it was removed', async () => {
    await switchTo(page, acmeName);
    await openRequests(page);
    await page.getByRole('grid', { name: 'Tracked requests' }).getByText('Ada of Acme').click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Submit again…' }).click();
    const question = page.getByRole('dialog', { name: 'Submit this candidate again?' });
    await expect(question).toBeVisible();
    await expect(question).not.toContainText(`In ${acmeName}`);
    await fetch(await startSignInToBolt(both));
    await page
      .getByRole('alert')
      .filter({ hasText: 'Signed in to' })
      .getByRole('button', { name: 'Switch' })
      .click();
    await expect(workspaceButton(page)).toContainText(boltName);
    await expect(question).toContainText(`In ${acmeName}`);
    const removed = await page.evaluate((id) => window.callboard.call('workspaces.remove', { id }), ids.acme);
    expect(removed).toMatchObject({ ok: true });
    await expect(question).toContainText('In a workspace that was removed');
    await question.getByRole('button', { name: 'Fill in New request' }).click();
    await expect(page.getByText('The workspace was removed')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    expect(namesAt(bolt)).toEqual(['Bob of Bolt']);
  });
});
