import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { askInTerminal } from '../../preview/terminal-question.ts';

const QUESTION = {
  message: '2 submissions are still waiting.',
  detail: 'Callboard keeps them.',
  buttons: ['Quit', 'Keep open'],
  defaultId: 0,
  cancelId: 1,
};

test.for([
  ['a number chooses its button', '2\n', 1],
  ['an empty line chooses the default', '\n', 0],
  ['another line asks again', 'yes\n3\n0\n1\n', 0],
  ['the end of the input cancels', null, 1],
] as const)('a message box at the terminal: %s', async ([, typed, wanted]) => {
  const input = new PassThrough();
  const output = new PassThrough();
  const answer = askInTerminal(QUESTION, input, output);
  if (typed === null) input.end();
  else input.write(typed);
  expect(await answer).toBe(wanted);
  output.end();
  expect(await text(output)).toContain(
    '2 submissions are still waiting.\nCallboard keeps them.\n  1  Quit\n  2  Keep open\n1 to 2, or Enter for 1: ',
  );
});

test('a message box at the terminal waits for an answer, and its signal withdraws it', async () => {
  const stop = new AbortController();
  const asked = { ...QUESTION, signal: stop.signal };
  let answered = false;
  const answer = askInTerminal(asked, new PassThrough(), new PassThrough()).finally(() => {
    answered = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(answered).toBe(false);
  stop.abort();
  expect(await answer).toBe(1);
  expect(await askInTerminal(asked, new PassThrough(), new PassThrough())).toBe(1);
});
