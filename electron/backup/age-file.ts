import { Decrypter, Encrypter } from 'age-encryption';
import { CodedError } from '../../shared/result.ts';

/*
 * A backup is a passphrase-encrypted age file (age-encryption.org/v1, with one scrypt recipient). age authenticates each
 * chunk before releasing it and marks the last one, so a modified or truncated file is always detected.
 */

/** The first bytes of every passphrase-encrypted age file. */
const MARK = Buffer.from('age-encryption.org/v1\n-> scrypt ', 'latin1');

/** A real header has about 160 bytes. Without this limit, the library would search a whole file for the end of a line. */
const LONGEST_HEADER_BYTES = 1024;

/** log2 of scrypt's N, as in `age`: 256 MiB of memory and about a second. The library rejects files with more than 20. */
const WORK_FACTOR = 18;

/** The content as the bytes of an age file, in chunks. */
export async function* encrypt(
  content: AsyncIterable<Uint8Array>,
  passphrase: string,
  workFactor = WORK_FACTOR,
): AsyncGenerator<Uint8Array, void> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(normalized(passphrase));
  encrypter.setScryptWorkFactor(workFactor);
  yield* await encrypter.encrypt(streamOf(content));
}

/**
 * The content of an age file, in authenticated chunks. Throws CodedErrors: `not_a_backup`, `wrong_passphrase`, and
 * `backup_damaged` for a truncated or modified file, possibly after some chunks.
 */
export async function* decrypt(
  file: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array, void> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(normalized(passphrase));
  // The library tries this identity only after the passphrase has failed.
  decrypter.addIdentity({
    unwrapFileKey: () => {
      throw new CodedError('wrong_passphrase');
    },
  });
  const checked = withCheckedHeader(file);
  try {
    yield* await decrypter.decrypt(streamOf(checked));
  } catch (error) {
    throw error instanceof CodedError ? error : new CodedError('backup_damaged', { cause: error });
  } finally {
    await checked.return();
  }
}

/** NFC, as terminals pass it to `age`: a letter typed on another keyboard or system stays the same letter. */
function normalized(passphrase: string): string {
  return passphrase.normalize('NFC');
}

function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
}

async function* withCheckedHeader(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let beginning = Buffer.alloc(0);
  let checked = false;
  for await (const piece of file) {
    if (checked) {
      yield piece;
      continue;
    }
    beginning = Buffer.concat([beginning, piece]);
    if (beginning.length < LONGEST_HEADER_BYTES) continue;
    checkHeader(beginning);
    checked = true;
    yield beginning;
  }
  if (checked) return;
  checkHeader(beginning);
  yield beginning;
}

function checkHeader(beginning: Buffer): void {
  if (!beginning.subarray(0, MARK.length).equals(MARK)) throw new CodedError('not_a_backup');
  const header = beginning.toString('latin1', 0, LONGEST_HEADER_BYTES);
  if (!/\n--- .*\n/.test(header)) throw new CodedError('backup_damaged');
}
