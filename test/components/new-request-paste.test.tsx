import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { NewRequestForm } from '../../renderer/features/new-request/new-request-form.tsx';
import { EMPTY_DRAFT } from '../../renderer/features/new-request/request-draft.ts';
import type { SubmissionInput } from '../../shared/submission.ts';
import { defaultRules, type WorkspaceRules } from '../../shared/workspace-rules.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const JOB = '123e4567-e89b-12d3-a456-426614174000';
const OTHER_JOB = '123e4567-e89b-12d3-a456-426614174001';

interface Shown {
  readonly drafts: SubmissionInput[];
  readonly submitted: unknown[];
  readonly saved: unknown[];
  rules: WorkspaceRules;
}

/** Renders the form on a computer that is set to Germany. */
async function form(initial: Partial<SubmissionInput> = {}): Promise<Shown> {
  const entry = {
    note: '',
    defaultQuestionnaireId: 'general',
    archived: false,
    fields: [],
    lastUsedAt: null,
  };
  const shown: Shown = { drafts: [], submitted: [], saved: [], rules: defaultRules('Europe/Berlin') };
  stubBridge({
    'rules.get': () => shown.rules,
    'rules.save': (input) => {
      shown.rules = input as WorkspaceRules;
      return shown.rules;
    },
    'desktop.state': () => ({ country: 'DE' }),
    'library.list': () => [{ ...entry, kind: 'job_description', serviceId: JOB, name: 'Backend engineer' }],
    'library.save': (input) => {
      shown.saved.push(input);
      return { ...entry, ...Object(input) };
    },
    'submissions.duplicates': () => [],
    'submissions.submit': (input) => {
      shown.submitted.push(input);
      return { ...Object(input), id: 's_1', state: 'queued', sendAfter: 0 };
    },
  });
  const client = createQueryClient();
  await renderInTheme(
    <QueryClientProvider client={client}>
      <input aria-label="Elsewhere" />
      <NewRequestForm
        initial={{ ...EMPTY_DRAFT, ...initial }}
        replaces={null}
        onType={(draft) => shown.drafts.push(draft)}
      />
    </QueryClientProvider>,
  );
  await expect.element(page.getByLabelText('Questionnaire')).toBeVisible();
  // Until what the form reads is drawn, which is later than it is read.
  await expect.poll(() => client.isFetching()).toBe(0);
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  return shown;
}

/** Pastes into an element, or the page; answers whether the browser is left to insert the text. */
function paste(text: string, into: Element = document.body): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  return into.dispatchEvent(event);
}

const name = page.getByLabelText('Candidate name');
const phone = page.getByLabelText('Phone number', { exact: true });
const link = page.getByLabelText('Resume link');
const job = page.getByLabelText('Job description');
const questionnaire = page.getByLabelText('Questionnaire');
const button = (words: string | RegExp) => page.getByRole('button', { name: words });

test('a pasted text fills the fields, and Undo leaves what was typed since then', async () => {
  await form({ candidateName: 'Somebody', notBefore: null });
  expect(paste(`Ada Lovelace\t+44 20 7946 0958\texample.com/ada.pdf\t${JOB}`, name.element())).toBe(false);
  await expect.element(page.getByText('Filled 4 fields.')).toBeVisible();
  await expect.element(name).toHaveValue('Ada Lovelace');
  await expect.element(phone).toHaveValue('+44 20 7946 0958');
  await expect.element(link).toHaveValue('https://example.com/ada.pdf');
  await expect.element(job).toHaveValue('Backend engineer');
  await expect.element(questionnaire).toHaveValue('general');
  await userEvent.fill(phone, '+1 202 555 0143');
  await button('Undo').click();
  await expect.element(name).toHaveValue('Somebody');
  await expect.element(phone).toHaveValue('+1 202 555 0143');
  await expect.element(link).toHaveValue('');
  await expect.element(job).toHaveValue('');
  await expect.element(page.getByText(/^Filled/)).not.toBeInTheDocument();
});

test('a single value goes into its field, and beside every field into its own', async () => {
  await form();
  expect(paste('Ada Lovelace', name.element())).toBe(true);
  expect(paste('Please call her after five.')).toBe(true);
  expect(paste('Ada Lovelace\n+44 20 7946 0958', page.getByLabelText('Elsewhere').element())).toBe(true);
  await expect.element(name).toHaveValue('');
  expect(paste('+44 20 7946 0958')).toBe(false);
  await expect.element(phone).toHaveValue('+44 20 7946 0958');
  await expect.element(page.getByText('Filled 1 field.')).toBeVisible();
});

test('several people are offered to Import, and the form stays as it is', async () => {
  await form({ candidateName: 'Somebody' });
  expect(paste('Ada Lovelace\t+44 20 7946 0958\nGrace Hopper\t+1 202 555 0143', name.element())).toBe(false);
  await expect.element(button('Import these 2 instead?')).toBeVisible();
  await expect.element(name).toHaveValue('Somebody');
  await button('Dismiss').click();
  await expect.element(button(/^Import these/)).not.toBeInTheDocument();
});

test('of several phone numbers, a person chooses one', async () => {
  await form();
  paste('Ada Lovelace\nTel.: +44 20 7946 0958\nMobile: +44 7700 900123', name.element());
  await expect.element(name).toHaveValue('Ada Lovelace');
  await expect.element(phone).toHaveValue('');
  await button('+44 7700 900123').click();
  await expect.element(phone).toHaveValue('+44 7700 900123');
});

test('the system’s country is offered for a number without its code, and then is the default one', async () => {
  const shown = await form();
  await userEvent.fill(phone, '0151 12345678');
  expect(shown.rules.defaultCountry).toBeNull();
  await button('+49 Germany').click();
  await expect.element(phone).toHaveValue('+49 1511 2345678');
  await expect.element(page.getByText('Will be dialled as +49 1511 2345678, Germany')).toBeVisible();
  await expect.poll(() => shown.rules.defaultCountry).toBe('DE');
});

test('another country can be chosen for a number without its code', async () => {
  const shown = await form();
  await userEvent.fill(phone, '(202) 555-0143');
  await button('other').click();
  const country = page.getByRole('combobox', { name: 'Country' });
  await userEvent.selectOptions(country, 'France');
  await expect.element(page.getByText(/^France has no such number/)).toBeVisible();
  await userEvent.selectOptions(country, 'United States');
  await expect.element(phone).toHaveValue('+1 202 555 0143');
  expect(shown.rules.defaultCountry).toBeNull();
});

test('an unknown job is named on the way with its ID', async () => {
  const shown = await form();
  await userEvent.fill(job, 'Platform engineer');
  await page.getByRole('option', { name: 'Name a new job: Platform engineer' }).click();
  const id = page.getByLabelText('Name a new job: ID of Platform engineer');
  await expect.element(id).toHaveFocus();
  await userEvent.fill(id, OTHER_JOB);
  await expect.element(job).toHaveFocus();
  await expect.element(id).not.toBeInTheDocument();
  expect(shown.saved).toMatchObject([
    { kind: 'job_description', serviceId: OTHER_JOB, name: 'Platform engineer' },
  ]);
  expect(shown.drafts.at(-1)?.jobDescriptionId).toBe(OTHER_JOB);
});

test('the ID of a job that has a name keeps it', async () => {
  const shown = await form();
  await userEvent.fill(job, 'Platform engineer');
  await userEvent.click(name);
  await userEvent.fill(page.getByLabelText(/^Name a new job/), JOB);
  await expect.element(job).toHaveValue('Backend engineer');
  expect(shown.saved).toEqual([]);
});

test('Submit and next keeps the job and says so; Submit request empties the form', async () => {
  const ada = {
    candidateName: 'Ada Lovelace',
    phoneNumber: '+44 20 7946 0958',
    resumeUrl: 'example.com/ada.pdf',
    jobDescriptionId: JOB,
    questionnaireTemplateId: 'general',
  };
  const shown = await form(ada);
  await button('Submit and next').click();
  await expect.element(page.getByText('The job stays for the next one.')).toBeVisible();
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveValue('');
  await expect.element(job).toHaveValue('Backend engineer');
  expect(shown.submitted).toMatchObject([
    { ...ada, resumeUrl: 'https://example.com/ada.pdf', phoneNumber: '+442079460958' },
  ]);
  await userEvent.fill(name, 'Grace Hopper');
  await userEvent.fill(phone, '+1 202 555 0143');
  await userEvent.fill(link, 'https://example.com/grace.pdf');
  await button('Submit request').click();
  await expect.element(job).toHaveValue('');
  expect(shown.submitted).toHaveLength(2);
});
