import { Decrypter, Encrypter } from 'age-encryption';
import { CodedError } from '../../shared/result.ts';

/*
 * A backup is an age file that a passphrase opens (age-encryption.org/v1, with one scrypt recipient). age proves each chunk
 * before it is given and knows which one is the last: a file that was changed or cut off cannot be read to its end.
 */

/** How every age file begins that a passphrase opens. */
const MARK = Buffer.from('age-encryption.org/v1\n-> scrypt ', 'latin1');

/** The header of such a file has some 160 bytes. The library would look for the end of a line in the whole file. */
const LONGEST_HEADER_BYTES = 1024;

/** age's own: 256 MiB of memory and about a second. The library refuses files that ask for more than 2^20. */
const WORK_FACTOR = 18;

/** The content as the bytes of an age file, piece by piece. */
export async function* encrypt(
  content: AsyncIterable<Uint8Array>,
  passphrase: string,
  workFactor = WORK_FACTOR,
): AsyncGenerator<Uint8Array, void> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(asTyped(passphrase));
  encrypter.setScryptWorkFactor(workFactor);
  yield* await encrypter.encrypt(streamOf(content));
}

/**
 * The content of an age file, each chunk proven before it is given. Throws CodedErrors: `not_a_backup`, `wrong_passphrase`,
 * and `backup_damaged` where what was given so far is not all of it or something is wrong.
 */
export async function* decrypt(
  file: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array, void> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(asTyped(passphrase));
  // Asked only when the passphrase does not open it.
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

/** As terminals hand it to `age`: letters that look the same on all keyboards and systems are the same. */
function asTyped(passphrase: string): string {
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
