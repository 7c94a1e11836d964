import type { Page } from '@playwright/test';
import { openBrowser, openHistory } from '../app-window.ts';
import type { Figure, Part } from '../part.ts';
import { RawSync } from '../raw-sync.ts';
import { SeededRandom } from '../seeded-random.ts';
import { median, quantile } from '../statistics.ts';
import { pressSubmit, type ShownSubmission } from '../submit-watch.ts';

const REQUESTS = 100_000;
const PER_ROUND = 16;
/** For so long a hand holds a button down, ms. Pressed for no time at all, the frame that shows it pressed comes between. */
const HELD_MS = 80;
/** Bare writes before each submission. */
const RAW = 4;

/** How Submit is pressed: by Enter, or by a pointer that a hand holds. */
type Press = 'key' | 'held';

interface Round {
  readonly raw: number[];
  readonly shown: ShownSubmission[];
}

export const submit: Part = {
  name: 'submit',
  budgets: ['F4'],
  about: 'Submit pressed until it is on the disk and shown as waiting',
  async run(bench) {
    const browser = await openBrowser();
    const userData = await bench.dataset(REQUESTS);
    const app = await openHistory({ browser, userData });
    const raw = new RawSync(userData);
    try {
      await app.page.getByRole('link', { name: 'New request', exact: true }).first().click();
      const form = new SubmitForm(app.page);
      await round(form, raw);
      const rounds: Round[] = [];
      while (rounds.length < bench.rounds) {
        rounds.push(await round(form, raw));
        bench.say(`${rounds.length} of ${bench.rounds} rounds`);
      }
      return { figures: [figure(rounds, 0.5, 33), figure(rounds, 0.95, 50)] };
    } finally {
      raw.close();
      await app.quit();
      await browser.close();
    }
  },
};

function figure(rounds: readonly Round[], share: number, atMost: number): Figure {
  const of = (which: keyof ShownSubmission): number[] =>
    rounds.map(({ shown }) =>
      quantile(
        shown.map((each) => each[which]),
        share,
      ),
    );
  return {
    budget: 'F4',
    what: `Submit pressed until shown as waiting, durable, 100,000 requests: p${share * 100}`,
    value: median(of('message')),
    unit: 'ms',
    bound: { atMost },
    rounds: of('message'),
    behind: {
      'bare append and fdatasync ms': quantile(
        rounds.flatMap(({ raw }) => raw),
        share,
      ),
      'number in the header ms': median(of('count')),
    },
  };
}

async function round(form: SubmitForm, raw: RawSync): Promise<Round> {
  const done: Round = { raw: [], shown: [] };
  for (let at = 0; at < PER_ROUND; at += 1) {
    await form.fill();
    done.raw.push(...raw.measure(RAW));
    done.shown.push(await form.press(at % 2 === 0 ? 'key' : 'held'));
  }
  return done;
}

/** The form of New request, as a person uses it. */
class SubmitForm {
  private readonly page: Page;
  private readonly random = new SeededRandom(7);
  private waiting = 0;
  private name = '';

  constructor(page: Page) {
    this.page = page;
  }

  /** Fills in a candidate whom nobody has submitted, and waits until nothing moves any more. */
  async fill(): Promise<void> {
    const { page } = this;
    await this.dismissMessage();
    this.name = `Candidate ${this.waiting + 1} ${this.random.hex(6)}`;
    await page.getByLabel('Candidate name').fill(this.name);
    await page.getByLabel('Resume link').fill(`https://files.example.com/${this.random.hex(8)}.pdf`);
    await page.getByLabel('Job description').fill('123e4567-e89b-12d3-a456-426614174000');
    await page.getByLabel('Questionnaire').fill('general-screening');
    await page.getByLabel('Phone number').fill(`+49 151 ${this.random.digits(8)}`);
    await page.waitForTimeout(100);
  }

  /** Presses Submit by pointer, or Enter in the field filled in last. */
  async press(by: Press): Promise<ShownSubmission> {
    const { page, name, waiting } = this;
    const press = by === 'key' ? () => page.keyboard.press('Enter') : await this.pointer();
    const shown = await pressSubmit(page, press, { name, waiting });
    this.waiting += 1;
    return shown;
  }

  /** The pointer is over the button before it is pressed. */
  private async pointer(): Promise<() => Promise<void>> {
    const { page } = this;
    await page.getByRole('button', { name: 'Submit request' }).hover();
    return async () => {
      await page.mouse.down();
      await page.waitForTimeout(HELD_MS);
      await page.mouse.up();
    };
  }

  /** The message of the one before is read and gone: the next one comes anew. */
  private async dismissMessage(): Promise<void> {
    const dismiss = this.page.getByRole('button', { name: 'Dismiss', exact: true });
    for (const each of await dismiss.all()) await each.click();
    await dismiss.first().waitFor({ state: 'detached' });
  }
}
