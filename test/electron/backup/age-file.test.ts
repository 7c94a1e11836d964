import { expect, it } from 'vitest';
import { decrypt, encrypt } from '../../../electron/backup/age-file.ts';
import { codeOf, gathered, PASSPHRASE } from './archive.ts';

const CHUNK = 64 * 1024 + 16;
/** Fast, as these tests aren't about the cost of guessing a passphrase. */
const WORK_FACTOR = 4;

/** The same bytes in each run, three chunks of them. */
const CONTENT = Buffer.from(Array.from({ length: 150_000 }, (_, at) => (at * 31 + (at >> 8)) % 251));

const file = await encrypted(CONTENT);
/** The length of the header with its 16-byte nonce. */
const BEGINNING = file.indexOf('\n--- ') + 5 + 43 + 1 + 16;
const beginning = file.subarray(0, BEGINNING);
const [first = beginning, second = beginning, third = beginning] = [0, 1, 2].map((at) =>
  file.subarray(BEGINNING + at * CHUNK, BEGINNING + (at + 1) * CHUNK),
);

async function* pieces(bytes: Uint8Array, length = 10_007): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

function encrypted(content: Uint8Array, passphrase = PASSPHRASE): Promise<Buffer> {
  return gathered(encrypt(pieces(content), passphrase, WORK_FACTOR));
}

async function opened(bytes: Uint8Array, passphrase = PASSPHRASE, length = 10_007): Promise<Buffer | string> {
  const content = gathered(decrypt(pieces(bytes, length), passphrase));
  const code = await codeOf(content);
  return code === 'none' ? content : code;
}

/** Flips one bit. A Base64 character stays one, so that the syntax of the random header stays valid. */
function changedAt(at: number): Buffer {
  const changed = Buffer.from(file);
  const byte = changed[at] ?? 0;
  const character = String.fromCharCode(byte);
  const bit = /[a-z]/i.test(character) ? 0x20 : /[+/]/.test(character) ? 0x04 : 0x01;
  changed[at] = byte ^ bit;
  return changed;
}

/** The file with another header. */
function withHeader(header: string): Buffer {
  return Buffer.concat([Buffer.from(header, 'latin1'), file.subarray(BEGINNING - 16)]);
}

it('decrypts what it encrypted, whatever the size of the chunks it reads', async () => {
  for (const length of [1000, 10_007, CHUNK, 1_000_000]) {
    expect(await opened(file, PASSPHRASE, length)).toEqual(CONTENT);
  }
  expect(await opened(file.subarray(0, BEGINNING + CHUNK), PASSPHRASE, 1)).toBe('backup_damaged');
});

it.each([0, 1, 64 * 1024, 128 * 1024])('encrypts and decrypts %i bytes', async (length) => {
  const content = CONTENT.subarray(0, length);
  expect(await opened(await encrypted(content))).toEqual(content);
});

it('encrypts the same content differently each time', async () => {
  const again = await encrypted(CONTENT);
  expect(again.subarray(0, BEGINNING)).not.toEqual(beginning);
  expect(again.subarray(BEGINNING, BEGINNING + 64)).not.toEqual(first.subarray(0, 64));
});

it("uses age's own scrypt work factor", async () => {
  const made = await gathered(encrypt(pieces(CONTENT), PASSPHRASE));
  expect(made.toString('latin1', 0, 200)).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S{22} 18\n/);
});

it('reports a wrong passphrase, and accepts another Unicode form of the right one', async () => {
  expect(await opened(file, 'seven green umbrellas walked')).toBe('wrong_passphrase');
  const german = 'Schlüssel für später';
  const made = await encrypted(CONTENT, german.normalize('NFD'));
  expect(await opened(made, german.normalize('NFC'))).toEqual(CONTENT);
});

it.each([
  ['the mark', 3, 'not_a_backup'],
  ['the kind of recipient', 26, 'not_a_backup'],
  ['the salt', 35, 'wrong_passphrase'],
  ['the wrapped key', 70, 'wrong_passphrase'],
  ['the MAC of the header', BEGINNING - 30, 'backup_damaged'],
  ['the nonce', BEGINNING - 5, 'backup_damaged'],
  ['the first chunk', BEGINNING + 100, 'backup_damaged'],
  ['the tag of the first chunk', BEGINNING + CHUNK - 1, 'backup_damaged'],
  ['the second chunk', BEGINNING + CHUNK + 9, 'backup_damaged'],
  ['the last chunk', file.length - 100, 'backup_damaged'],
  ['the last tag', file.length - 1, 'backup_damaged'],
])('detects a changed bit in %s', async (_where, at, code) => {
  expect(await opened(changedAt(at))).toBe(code);
});

it('detects a truncated file, whether at a chunk boundary or elsewhere', async () => {
  const cuts: [Buffer, string][] = [
    [Buffer.alloc(0), 'not_a_backup'],
    [file.subarray(0, 9), 'not_a_backup'],
    [file.subarray(0, 60), 'backup_damaged'],
    [file.subarray(0, BEGINNING - 16), 'backup_damaged'],
    [beginning, 'backup_damaged'],
    [Buffer.concat([beginning, first]), 'backup_damaged'],
    [Buffer.concat([beginning, first, second]), 'backup_damaged'],
    [file.subarray(0, file.length - 1), 'backup_damaged'],
    [file.subarray(0, BEGINNING + CHUNK + 5), 'backup_damaged'],
  ];
  for (const [cut, code] of cuts) expect(await opened(cut)).toBe(code);
});

it('detects chunks that were moved, removed, repeated, added or taken from another backup', async () => {
  const other = await encrypted(CONTENT);
  const forged = [
    [beginning, second, first, third],
    [beginning, first, third],
    [beginning, first, first, second, third],
    [file, Buffer.from('more')],
    [file, third],
    [beginning, other.subarray(BEGINNING, BEGINNING + CHUNK), second, third],
  ];
  for (const parts of forged) expect(await opened(Buffer.concat(parts))).toBe('backup_damaged');
});

it('rejects a header that demands gigabytes of memory or never ends, without doing expensive work', async () => {
  const header = file.toString('latin1', 0, BEGINNING - 16);
  const started = process.cpuUsage();
  for (const workFactor of ['0', '21', '22', '40', '255', '99999999999', '-1', '1e1', '018']) {
    expect(await opened(withHeader(header.replace(/ 4\n/, ` ${workFactor}\n`)))).toBe('backup_damaged');
  }
  const stanza = header.split('\n').slice(1, 3).join('\n');
  expect(await opened(withHeader(header.replace(stanza, `${stanza}\n${stanza}`)))).toBe('backup_damaged');
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(500);

  let read = 0;
  const endless = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('age-encryption.org/v1\n-> scrypt ');
    for (;;) {
      read += 65_536;
      yield Buffer.alloc(65_536, 'A');
    }
  };
  expect(await codeOf(gathered(decrypt(endless(), PASSPHRASE)))).toBe('backup_damaged');
  expect(read).toBeLessThan(1_000_000);
});

it('rejects an age file that is encrypted to a key instead of a passphrase', async () => {
  const line = 'A'.repeat(43);
  const header = `age-encryption.org/v1\n-> X25519 ${line}\n${line}\n--- ${line}\n`;
  expect(await opened(withHeader(header))).toBe('not_a_backup');
});

it('streams: neither encrypting nor decrypting buffers a large backup', async () => {
  const piece = Buffer.alloc(128 * 1024, 7);
  const ahead = { encrypted: 0, decrypted: 0 };
  let [made, taken] = [0, 0];
  const content = async function* (): AsyncGenerator<Uint8Array> {
    for (; made < 40 * piece.length; made += piece.length) yield piece;
  };
  const watched = async function* (): AsyncGenerator<Uint8Array> {
    for await (const bytes of encrypt(content(), PASSPHRASE, WORK_FACTOR)) {
      taken += bytes.length;
      ahead.encrypted = Math.max(ahead.encrypted, made - taken);
      yield bytes;
    }
  };
  let given = 0;
  for await (const bytes of decrypt(watched(), PASSPHRASE)) {
    given += bytes.length;
    ahead.decrypted = Math.max(ahead.decrypted, taken - given);
  }
  expect(given).toBe(40 * piece.length);
  expect(ahead.encrypted).toBeLessThan(1024 * 1024);
  expect(ahead.decrypted).toBeLessThan(1024 * 1024);
});

it('closes its source when the reader stops early, and when the file is invalid', async () => {
  for (const [bytes, wanted] of [
    [file, 1],
    [changedAt(3), 0],
    [changedAt(35), 0],
    [changedAt(BEGINNING + 100), 0],
  ] as const) {
    let released = false;
    const source = async function* (): AsyncGenerator<Uint8Array> {
      try {
        yield* pieces(bytes);
      } finally {
        released = true;
      }
    };
    const reading = decrypt(source(), PASSPHRASE);
    if (wanted > 0) {
      await reading.next();
      await reading.return();
    } else {
      await codeOf(gathered(reading));
    }
    expect(released).toBe(true);
  }
});

it('passes on an error of its source unchanged', async () => {
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield CONTENT;
    throw new Error('The disk is gone.');
  };
  await expect(gathered(encrypt(broken(), PASSPHRASE, WORK_FACTOR))).rejects.toThrow('The disk is gone.');
});
