import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { CodedError, fail } from '../../../shared/result.ts';
import { logUnderTest } from './log-under-test.ts';
import {
  digitsOf,
  folded,
  formats,
  NAMES,
  numbersIn,
  phoneNumbers,
  SECRETS,
  seeded,
} from './personal-data.ts';

/** Every way in which a thrown value can carry text. */
const places: Readonly<Record<string, (text: string) => unknown>> = {
  message: (text) => new Error(`Could not call ${text} at all`),
  'only message': (text) => new TypeError(text),
  name: (text) => Object.assign(new Error('x'), { name: text }),
  code: (text) => Object.assign(new Error('x'), { code: text }),
  errno: (text) =>
    Object.assign(new Error('x'), { errno: Number(digitsOf(text)), errcode: Number(digitsOf(text)) }),
  'HTTP status': (text) =>
    Object.assign(new Error('x'), { statusCode: Number(digitsOf(text)), httpStatus: text }),
  'extra properties': (text) =>
    Object.assign(new Error('x'), { candidate: { name: text }, path: text, input: text }),
  'symbol property': (text) => Object.assign(new Error('x'), { [Symbol(text)]: text }),
  stack: (text) => withStack(`Error: ${text}\n    at ${text} (${text}:1:1)\n${text}`),
  'function name in the stack': (text) => withStack(`Error: x\n    at ${text} (${import.meta.filename}:3:5)`),
  'class name in the stack': (text) =>
    withStack(`Error: x\n    at new ${text.replaceAll(/\W/g, '')}.run (${import.meta.filename}:3:5)`),
  'file in the stack': (text) => withStack(`Error: x\n    at run (/home/${text}/${text}.js:3:5)`),
  'line in the stack': (text) =>
    withStack(
      `Error: x\n    at run (redaction.test.ts:${digitsOf(text).slice(0, 6)}:${digitsOf(text).slice(6)})`,
    ),
  cause: (text) => new Error('x', { cause: new Error(text, { cause: text }) }),
  'cause that is not an error': (text) =>
    new Error('x', { cause: { message: text, name: text, stack: text } }),
  'aggregate of errors': (text) => new AggregateError([new Error(text), text, { message: text }], text),
  'our own failure': (text) => new CodedError(fail('wrong_issuer', { issuer: text, expected: text })),
  string: (text) => text,
  number: (text) => Number(digitsOf(text)),
  bigint: (text) => BigInt(digitsOf(text) || 0),
  symbol: (text) => Symbol(text),
  'plain object': (text) => ({ message: text, [text]: text }),
  list: (text) => [text, [text]],
  'map and set': (text) => new Map([[text, new Set([text])]]),
  'null prototype': (text) => Object.assign(Object.create(null), { message: text, name: text }),
  function: (text) => Object.defineProperty(() => text, 'name', { value: text }),
  'class name': (text) => {
    const classes: Readonly<Record<string, new (message: string) => Error>> = {
      [text]: class extends Error {},
    };
    const Named = classes[text] ?? Error;
    return new Named(text);
  },
  'custom string conversions': (text) =>
    Object.assign(new Error('x'), { toString: () => text, toJSON: () => text, [inspect.custom]: () => text }),
  'getter that throws': (text) =>
    Object.defineProperties(new Error('x'), {
      name: {
        get: () => {
          throw new Error(text);
        },
      },
      message: {
        get: () => {
          throw new Error(text);
        },
      },
      code: {
        get: () => {
          throw new Error(text);
        },
      },
      stack: {
        get: () => {
          throw new Error(text);
        },
      },
      cause: {
        get: () => {
          throw new Error(text);
        },
      },
    }),
  'proxy that throws': (text) =>
    new Proxy(new Error(text), {
      get: () => {
        throw new Error(text);
      },
      has: () => {
        throw new Error(text);
      },
      getPrototypeOf: () => {
        throw new Error(text);
      },
      ownKeys: () => {
        throw new Error(text);
      },
    }),
  'proxy that answers everything': (text) => new Proxy({}, { get: () => text }),
  cycle: (text) => {
    const error = new Error(text);
    return Object.assign(error, {
      cause: new AggregateError([error, Object.assign(new Error(text), { cause: error })]),
    });
  },
};

function withStack(stack: string): Error {
  return Object.assign(new Error('x'), { stack });
}

describe('personal data never gets into the log', () => {
  test('from 200 phone numbers in 20 formats each, in every part of an error', async () => {
    const { log, written } = logUnderTest();
    const throwing = Object.values(places);
    const numbers = phoneNumbers(200, seeded(7));
    let n = 0;
    for (const digits of numbers) {
      for (const format of formats(digits)) {
        log.fatal(throwing[n++ % throwing.length]?.(format), 'main');
      }
    }
    const text = await written();
    expect(text.match(/ trouble /g)).toHaveLength(4000);
    expect(numbersIn(text, numbers)).toEqual([]);
    // Proves that numbersIn finds every format, in Node's own print of the same errors.
    const [first = ''] = numbers;
    const printed = formats(first).map((format) => inspect(places['message']?.(format)));
    expect(printed.filter((each) => numbersIn(each, [first]).length === 0)).toEqual([]);
  });

  test('from names, tokens, addresses and paths in every part of an error', async () => {
    const { log, written } = logUnderTest();
    const texts = [...NAMES, ...SECRETS];
    for (const text of texts) {
      for (const place of Object.values(places)) {
        log.fatal(place(text), 'main');
        log.error(place(text), text);
      }
    }
    const text = folded(await written());
    const words = texts
      .flatMap((each) => folded(each).split(/[^\p{L}\p{N}_]+/u))
      .filter((word) => word.length > 3);
    const allowed = new Set(['main', 'example', 'https', 'home', 'users', 'callboard']);
    expect(words.filter((word) => !allowed.has(word) && text.includes(word))).toEqual([]);
  });

  test('from event fields, which accept only values of their kind', async () => {
    const { log, written } = logUnderTest();
    for (const text of [...NAMES, ...SECRETS, '+14155550100']) {
      // Simulates a bug elsewhere.
      const field: never = text as never;
      log.event('app_started', { version: field, electron: field, system: field, packaged: field });
      log.event('submission_changed', { submission: field, state: field, outcome: field, http: field });
      log.event('sign_in_changed', { workspace: field, phase: field, reason: field });
      log.event('setting_changed', { setting: field });
    }
    const text = await written();
    const line =
      / (?:app_started version=other electron=other system=other packaged=other|submission_changed submission=[b-t]{10} state=other outcome=other http=other|sign_in_changed workspace=[b-t]{10} phase=other reason=other|setting_changed setting=other)$/;
    const lines = text.split('\n').filter((each) => / info /.test(each));
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.filter((each) => !line.test(each))).toEqual([]);
  });
});

describe('an error is logged with', () => {
  test('its name, codes, known meaning and locations in our own code', async () => {
    const { log, written } = logUnderTest();
    const full = Object.assign(new Error('database or disk is full'), {
      code: 'ERR_SQLITE_ERROR',
      errcode: 13,
    });
    log.error(new Error('x', { cause: full }), 'submissions.submit');
    log.error(new TypeError("Cannot read properties of undefined (reading 'phone')"));
    log.error(new CodedError(fail('workspace_in_use', { unfinished: 1 })), 'nonsense');
    log.error(new Error("EISDIR: illegal operation, open '/home/ada'"));
    const text = await written();
    expect(text).toContain('trouble where=submissions.submit error=Error at=redaction.test.ts:');
    expect(text).toContain(
      'cause.error=Error(ERR_SQLITE_ERROR,sqlite:13,disk_full) cause.at=redaction.test.ts:',
    );
    expect(text).toContain('trouble where=main error=TypeError(property_of_nothing) at=redaction.test.ts:');
    expect(text).toContain('trouble where=other error=CodedError(workspace_in_use) at=');
    expect(text).toContain('error=Error(EISDIR) at=');
  });

  test('a function name only if the file declares it', async () => {
    const { log, written } = logUnderTest();
    log.error(
      withStack(
        `Error: x\n    at withStack (${import.meta.filename}:2:1)\n    at Marta (x/redaction.test.ts:2:1)`,
      ),
    );
    expect(await written()).toContain('at=withStack@redaction.test.ts:2:1,redaction.test.ts:2:1');
  });
});
