import type { Browser, Page } from '@playwright/test';
import { openBrowser } from '../app-window.ts';
import { openHistory } from '../history-window.ts';
import type { Bench, Figure, Part } from '../part.ts';
import { RawSync } from '../raw-sync.ts';
import { SeededRandom } from '../seeded-random.ts';
import { median, quantile } from '../statistics.ts';
import { pressSubmit, type ShownSubmission } from '../submit-watch.ts';

/** One frame at 60 Hz, ms. */
const FRAME_MS = 1000 / 60;
/** A durable write may take so many times what a bare one takes. */
const ALLOWED = 1.5;
const PER_ROUND = 15;
const WARM_UP = 15;
/** For so long a hand holds a button down, ms. Pressed for no time at all, the frame that shows it pressed comes between. */
const HELD_MS = 80;
/** Bare writes before each submission. */
const RAW = 4;

/** How Submit is pressed: by Enter, by a hand, or by a pointer that lets go at once, as no hand does. */
const PRESSES = ['key', 'held', 'let go'] as const;
type Press = (typeof PRESSES)[number];

interface Round {
  readonly raw: number[];
  readonly shown: Record<Press, ShownSubmission[]>;
}

export const submit: Part = {
  name: 'submit',
  about: 'Submit pressed until it is on the disk and shown as waiting',
  async run(bench) {
    const browser = await openBrowser();
    try {
      return { figures: await measureHistory(bench, browser, 100_000) };
    } finally {
      await browser.close();
    }
  },
};

async function measureHistory(bench: Bench, browser: Browser, requests: number): Promise<Figure[]> {
  const userData = await bench.dataset(requests);
  const app = await openHistory(browser, userData);
  const raw = new RawSync(userData);
  try {
    await app.page.getByRole('link', { name: 'New request', exact: true }).first().click();
    const form = new SubmitForm(app.page);
    await round(form, raw, WARM_UP);
    const rounds: Round[] = [];
    while (rounds.length < bench.rounds) {
      rounds.push(await round(form, raw, PER_ROUND));
      bench.say(`${rounds.length * PER_ROUND} submitted`);
    }
    return figuresOf(rounds, requests);
  } finally {
    raw.close();
    await app.quit();
  }
}

async function round(form: SubmitForm, raw: RawSync, count: number): Promise<Round> {
  const done: Round = { raw: [], shown: { key: [], held: [], 'let go': [] } };
  for (let at = 0; at < count; at += 1) {
    await form.fill();
    done.raw.push(...raw.measure(RAW));
    const press = PRESSES[at % PRESSES.length] ?? 'key';
    done.shown[press].push(await form.press(press));
  }
  return done;
}

function figuresOf(rounds: readonly Round[], requests: number): Figure[] {
  const byPerson = rounds.map(({ shown }) => [...shown.key, ...shown.held]);
  const all = byPerson.flat();
  const raw = median(rounds.flatMap((each) => each.raw));
  const message = all.map((each) => each.message);
  const count = all.map((each) => each.count);
  return [
    {
      goal: 'B7',
      what: `Submit pressed until shown as waiting, p50, ${requests.toLocaleString('en')} requests`,
      value: median(message),
      unit: 'ms',
      bound: { atMost: ALLOWED * raw + FRAME_MS },
      rounds: byPerson.map((shown) => median(shown.map((each) => each.message))),
      behind: {
        'raw append and fdatasync ms': raw,
        'p95 ms': quantile(message, 0.95),
        'number beside the Outbox ms': median(count),
        'number beside the Outbox, p95 ms': quantile(count, 0.95),
      },
    },
    {
      goal: 'B7',
      what: `Submit pressed and let go in no time, p50, ${requests.toLocaleString('en')} requests`,
      value: median(rounds.flatMap(({ shown }) => shown['let go'].map((each) => each.message))),
      unit: 'ms',
      rounds: rounds.map(({ shown }) => median(shown['let go'].map((each) => each.message))),
    },
  ];
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
    const press = by === 'key' ? () => page.keyboard.press('Enter') : await this.pointer(by === 'held');
    const shown = await pressSubmit(page, press, { name, waiting });
    this.waiting += 1;
    return shown;
  }

  /** The pointer is over the button before it is pressed. */
  private async pointer(held: boolean): Promise<() => Promise<void>> {
    const { page } = this;
    await page.getByRole('button', { name: 'Submit request' }).hover();
    return async () => {
      await page.mouse.down();
      if (held) await page.waitForTimeout(HELD_MS);
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
