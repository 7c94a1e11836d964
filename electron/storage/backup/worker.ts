/** The backup worker: makes, opens or restores one backup without blocking the main process or the storage worker. */
import { createReadStream, statSync } from 'node:fs';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { CodedError } from '../../../shared/result.ts';
import { decrypt, encrypt } from '../../backup/age-file.ts';
import { compress, readRecords } from './backup-records.ts';
import type { BackupWork, BackupWorkReply } from './backup-work.ts';
import { sharedControl } from './control.ts';
import { dump } from './dump.ts';
import { merge, previewMerge } from './merge/merge.ts';
import { stage } from './stage.ts';

if (!parentPort) throw new Error('The backup worker runs in a worker thread.');
const [SQLITE_BUSY, SQLITE_FULL, SQLITE_CONSTRAINT] = [5, 13, 19];

const port: MessagePort = parentPort;
const work: BackupWork = workerData;
const send = (reply: BackupWorkReply): void => port.postMessage(reply);
const control = sharedControl(new Int32Array(work.flag), (done) => send({ reply: 'progress', done }));

async function run(): Promise<BackupWorkReply> {
  switch (work.work) {
    case 'make':
      return make(work);
    case 'open':
      return open(work);
    case 'restore':
      return { reply: 'restored', merged: merge(work.path, work.staged, work, control) };
  }
}

async function make({
  path,
  passphrase,
  madeAt,
  madeBy,
  settings,
  numberKeys,
}: Extract<BackupWork, { work: 'make' }>): Promise<BackupWorkReply> {
  const content = compress(dump(path, { madeAt, madeBy, settings, numberKeys }, control));
  let requested = Promise.withResolvers<void>();
  port.on('message', () => requested.resolve());
  await requested.promise;
  control.check();
  for await (const bytes of encrypt(content, passphrase)) {
    control.check();
    requested = Promise.withResolvers<void>();
    send({ reply: 'piece', bytes });
    await requested.promise;
  }
  return { reply: 'made' };
}

async function open({
  path,
  file,
  passphrase,
  staged,
}: Extract<BackupWork, { work: 'open' }>): Promise<BackupWorkReply> {
  const content = readRecords(decrypt(bytesOf(file), passphrase));
  const { madeAt, madeBy, settings, numberKeys } = await stage(staged, content, control);
  const contents = previewMerge(path, staged, { madeAt, madeBy });
  return { reply: 'opened', opened: { contents, settings, numberKeys } };
}

/** A file in chunks; reports progress and honours cancellation. */
async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  try {
    const { size } = statSync(file);
    let read = 0;
    for await (const piece of createReadStream(file)) {
      if (!Buffer.isBuffer(piece)) throw new TypeError('A file is read as bytes.');
      read += piece.length;
      control.check();
      control.progress(read / size);
      yield piece;
    }
  } catch (error) {
    throw isFileError(error) ? new CodedError('backup_unreadable', { cause: error }) : error;
  }
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** An SQLite error as a CodedError where there is a code for it (sqlite.org/rescode.html). */
function coded(error: unknown): unknown {
  if (!(error instanceof Error && 'errcode' in error)) return error;
  switch (Number(error.errcode) & 0xff) {
    case SQLITE_FULL:
      return new CodedError('disk_full', { cause: error });
    case SQLITE_BUSY:
      return new CodedError('database_busy', { cause: error });
    case SQLITE_CONSTRAINT:
      return new CodedError('backup_unfit', { cause: error });
    default:
      return error;
  }
}

function failed(thrown: unknown): BackupWorkReply {
  const error = coded(thrown);
  return error instanceof CodedError
    ? { reply: 'failed', failure: error.failure, error: error.cause }
    : { reply: 'failed', failure: null, error };
}

send(await run().catch(failed));
port.close();
