import { expect, it } from 'vitest';
import { HEADER_BYTES } from '../../../electron/backup/backup-header.ts';
import { deriveKeys } from '../../../electron/backup/backup-keys.ts';
import { seal, unseal } from '../../../electron/backup/sealed-file.ts';
import { CodedError } from '../../../shared/result.ts';

const PASSPHRASE = 'seven green umbrellas walk';
const CHUNK = 64 * 1024 + 16;
const BEGINNING = HEADER_BYTES + 32;

/** The same letters each time, of three chunks. */
const CONTENT = Buffer.from(Array.from({ length: 150_000 }, (_, at) => (at * 31 + (at >> 8)) % 251));

const derived = new Map<string, ReturnType<typeof deriveKeys>>();

/** Deriving keys is slow, and meant to be: each is derived once here. */
const derive: typeof deriveKeys = (passphrase, header) => {
  const about = JSON.stringify([passphrase.normalize('NFKC'), [...header.salt], header.scrypt]);
  const keys = derived.get(about) ?? deriveKeys(passphrase, header);
  derived.set(about, keys);
  return keys;
};

const sealed = await sealedOf(CONTENT);
const chunks = Array.from({ length: 3 }, (_, at) =>
  sealed.subarray(BEGINNING + at * CHUNK, BEGINNING + (at + 1) * CHUNK),
);
const beginning = sealed.subarray(0, BEGINNING);

async function* pieces(bytes: Uint8Array, length = 10_007): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function gathered(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

async function sealedOf(content: Uint8Array): Promise<Buffer> {
  return gathered(seal(pieces(content), PASSPHRASE, derive));
}

async function opened(file: Uint8Array, passphrase = PASSPHRASE): Promise<Buffer | string> {
  try {
    return await gathered(unseal(pieces(file), passphrase, derive));
  } catch (error) {
    if (error instanceof CodedError) return error.code;
    throw error;
  }
}

function changedAt(at: number): Buffer {
  const changed = Buffer.from(sealed);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

it('gives back what was sealed, however the bytes come', async () => {
  expect(await opened(sealed)).toEqual(CONTENT);
  expect(await opened(await sealedOf(Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
});

it('gives back a content that ends with a chunk', async () => {
  const content = CONTENT.subarray(0, 128 * 1024);
  expect(await opened(await sealedOf(content))).toEqual(content);
});

it('never makes the same file twice', async () => {
  const again = await sealedOf(CONTENT);
  expect(again.subarray(24, HEADER_BYTES)).not.toEqual(sealed.subarray(24, HEADER_BYTES));
  expect(again.subarray(BEGINNING, BEGINNING + 64)).not.toEqual(sealed.subarray(BEGINNING, BEGINNING + 64));
});

it('says that a passphrase is wrong, and takes letters of another form as the same', async () => {
  expect(await opened(sealed, 'seven green umbrellas walked')).toBe('wrong_passphrase');
  const [composed, decomposed] = (['NFC', 'NFD'] as const).map((form) =>
    'Schlüssel für später'.normalize(form),
  );
  const file = await gathered(seal(pieces(CONTENT), composed ?? ''));
  const found = await gathered(unseal(pieces(file), decomposed ?? ''));
  expect(found).toEqual(CONTENT);
});

it.each([
  ['the mark', 3, 'not_a_backup'],
  ['the version', 16, 'backup_damaged'],
  ['the cost of the passphrase', 17, 'backup_damaged'],
  ['what is reserved', 21, 'wrong_passphrase'],
  ['the salt', 30, 'wrong_passphrase'],
  ['what the nonces begin with', 58, 'wrong_passphrase'],
  ['the seal of the header', HEADER_BYTES + 5, 'wrong_passphrase'],
  ['the first chunk', BEGINNING + 100, 'backup_damaged'],
  ['the tag of the first chunk', BEGINNING + CHUNK - 1, 'backup_damaged'],
  ['the second chunk', BEGINNING + CHUNK + 9, 'backup_damaged'],
  ['the last chunk', sealed.length - 100, 'backup_damaged'],
  ['the last tag', sealed.length - 1, 'backup_damaged'],
])('finds a changed bit in %s', async (_where, at, code) => {
  expect(await opened(changedAt(at))).toBe(code);
});

it('finds that the file was cut off, at every border of a chunk and elsewhere', async () => {
  const [first = beginning, second = beginning] = chunks;
  const cuts: [Buffer, string][] = [
    [Buffer.alloc(0), 'not_a_backup'],
    [sealed.subarray(0, 9), 'not_a_backup'],
    [sealed.subarray(0, 40), 'backup_damaged'],
    [sealed.subarray(0, HEADER_BYTES), 'backup_damaged'],
    [beginning, 'backup_damaged'],
    [Buffer.concat([beginning, first]), 'backup_damaged'],
    [Buffer.concat([beginning, first, second]), 'backup_damaged'],
    [sealed.subarray(0, sealed.length - 1), 'backup_damaged'],
    [sealed.subarray(0, BEGINNING + CHUNK + 5), 'backup_damaged'],
  ];
  for (const [cut, code] of cuts) expect(await opened(cut)).toBe(code);
});

it('finds chunks that were moved, left out, repeated, added or taken from another backup', async () => {
  const [first = beginning, second = beginning, third = beginning] = chunks;
  const other = await sealedOf(CONTENT);
  const forged = [
    [beginning, second, first, third],
    [beginning, first, third],
    [beginning, first, first, second, third],
    [sealed, Buffer.from('more')],
    [sealed, third],
    [beginning, other.subarray(BEGINNING, BEGINNING + CHUNK), second, third],
  ];
  for (const parts of forged) expect(await opened(Buffer.concat(parts))).toBe('backup_damaged');
});

it('takes no header at its word that wants gigabytes of memory, and refuses what is newer', async () => {
  const started = performance.now();
  for (const log2N of [0, 16, 20, 40, 255]) {
    const hostile = Buffer.from(sealed);
    hostile[17] = log2N;
    expect(await opened(hostile)).toBe('backup_damaged');
  }
  for (const [at, value] of [
    [18, 255],
    [19, 255],
    [18, 0],
    [19, 0],
  ] as const) {
    const hostile = Buffer.from(sealed);
    hostile[at] = value;
    expect(await opened(hostile)).toBe('backup_damaged');
  }
  expect(performance.now() - started).toBeLessThan(200);
  const newer = Buffer.from(sealed);
  newer[16] = 2;
  expect(await opened(newer)).toBe('backup_too_new');
});
