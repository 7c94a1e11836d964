import { describe, expect, test } from 'vitest';
import { createOnce } from '../electron/service/create-calls.ts';
import { rawServer } from '../electron/service/raw-server.ts';
import { ANSWER, ANSWER_KINDS, type CutCase, type CutResult, ENDINGS, Lane, rowOf } from './cut-lane.ts';
import { askedFor, type Figures, reportFigures } from './figures.ts';

/** How many cases run in parallel, each with its own server. */
const LANES = 16;

const RUNS = askedFor('FAULTS_RUNS', 1);

/** Runs all cases in parallel lanes; `check` says what is wrong with a case, if anything. */
async function runAll(
  name: string,
  cases: readonly CutCase[],
  requestBytes: number,
  check: (each: CutCase, result: CutResult) => string | undefined,
): Promise<void> {
  const left = Array.from({ length: RUNS }, () => cases).flat();
  const count = left.length;
  const wrong: string[] = [];
  const figures = { duplicates: 0, losses: 0, needless: 0 } satisfies Omit<Figures, 'name' | 'cases'>;
  const work = async (): Promise<void> => {
    const lane = new Lane(requestBytes);
    await lane.open();
    for (let each = left.pop(); each; each = left.pop()) {
      const result = await lane.run(each);
      const { action, certainty } = rowOf(result.outcome);
      if (result.received > 1) figures.duplicates += 1;
      // Counted as sent although it never arrived, and nobody is asked.
      if (action !== 'ask' && result.received === 0) figures.losses += 1;
      if (certainty === 'unclear' && !result.wrote) figures.needless += 1;
      const complaint = check(each, result);
      if (complaint)
        wrong.push(`${complaint}: ${JSON.stringify({ ...each, answer: '' })} ${JSON.stringify(result)}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  reportFigures({ name, cases: count, ...figures });
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(figures).toEqual({ duplicates: 0, losses: 0, needless: 0 });
}

/**
 * What is wrong with an outcome, given that the service has the complete request and its answer was cut; undefined if
 * nothing.
 */
function mustAsk({ outcome, received }: CutResult): string | undefined {
  if (rowOf(outcome).action !== 'ask') return 'nobody is asked';
  if (outcome.accepted) return 'an id out of half an answer';
  return received === 1 ? undefined : 'not received once';
}

describe('a service that cuts the connection', { timeout: 600_000 }, () => {
  let requestBytes = 0;

  /** The number of bytes of one create, measured on the wire. */
  async function measured(): Promise<number> {
    if (requestBytes > 0) return requestBytes;
    const server = await rawServer({
      onRequest: ({ socket }, request) => {
        requestBytes = Buffer.byteLength(request);
        socket.end(ANSWER);
      },
    });
    await createOnce(server.origin);
    return requestBytes;
  }

  test('before the mark is stored was sent nothing, and the next attempt is the only one', async () => {
    const cases = ENDINGS.flatMap((ending) =>
      Array.from(
        { length: 50 },
        (): CutCase => ({ ending, answer: ANSWER, afterRequestBytes: 0, mark: 'after the cut' }),
      ),
    );
    await runAll('cut before the mark', cases, await measured(), (_each, { outcome, received, wrote }) => {
      if (rowOf(outcome).certainty !== 'not_sent') return 'not known as not sent';
      return received === 1 && !wrote ? undefined : 'a byte was written';
    });
  });

  test('as soon as it is open makes the create unclear only if a byte was written', async () => {
    const cases = ENDINGS.flatMap((ending) =>
      (['at once', 'a moment later'] as const).flatMap((mark) =>
        Array.from({ length: 50 }, (): CutCase => ({ ending, answer: ANSWER, afterRequestBytes: 0, mark })),
      ),
    );
    await runAll('cut at connection', cases, await measured(), (_each, { outcome, wrote }) => {
      const { certainty } = rowOf(outcome);
      if (certainty === 'not_sent') return wrote ? 'taken for not sent, and a byte was written' : undefined;
      return certainty === 'unclear' && wrote ? undefined : 'asked although nothing was written';
    });
  });

  test('after any byte of the request needs a decision', async () => {
    const bytes = await measured();
    const cases = ENDINGS.flatMap((ending) =>
      Array.from(
        { length: bytes },
        (_, index): CutCase => ({ ending, answer: ANSWER, afterRequestBytes: index + 1, mark: 'at once' }),
      ),
    );
    await runAll('cut in the request', cases, bytes, (each, { outcome, received }) => {
      if (rowOf(outcome).certainty !== 'unclear') return 'not unclear';
      return received === (each.afterRequestBytes === bytes ? 1 : 0) ? undefined : 'counted wrongly';
    });
  });

  test.each(Object.entries(ANSWER_KINDS))(
    'after any byte of an answer %s yields no id from an incomplete answer',
    async (kind, whole) => {
      const cases = ENDINGS.flatMap((ending) =>
        Array.from(
          { length: whole.length },
          (_, index): CutCase => ({ ending, answer: whole, afterAnswerBytes: index, mark: 'at once' }),
        ),
      );
      await runAll(`cut in an answer ${kind}`, cases, await measured(), (_each, result) => mustAsk(result));
    },
  );

  test.each(Object.entries(ANSWER_KINDS))(
    'never, with an answer %s, has its request tracked',
    async (kind, whole) => {
      await runAll(
        `whole answer ${kind}`,
        [{ ending: 'close', answer: whole, mark: 'at once' }],
        await measured(),
        (_each, { outcome, received }) =>
          outcome.accepted?.requestId === 'ir_7f3a9c2e' && received === 1 ? undefined : 'not accepted',
      );
    },
  );
});
