/** The backup worker: makes, opens or restores one backup, or starts over, without blocking the main process or the storage worker. */
import { createReadStream, rmSync, statSync } from 'node:fs';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { FailureValues } from '../../../shared/failures.ts';
import { CodedError, fail } from '../../../shared/result.ts';
import { decrypt, encrypt } from '../../backup/age-file.ts';
import { fileErrorCode, sqliteCode } from '../../network/system-error.ts';
import { compress, dump, readRecords } from './backup-records.ts';
import {
  type BackupWork,
  type BackupWorkReply,
  type MakeOrder,
  sharedControl,
  type WorkControl,
} from './control.ts';
import { contentsOf, restore, stage } from './restore.ts';
import { startOver } from './start-over.ts';

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
      return { reply: 'restored', report: restore(work.path, work.staged, work, control) };
    case 'start_over':
      return { reply: 'started_over', aside: startOver(work.path, work.staged, work.now, control) };
  }
}

async function make({
  path,
  passphrase,
  workFactor,
  madeAt,
  madeBy,
  settings,
  numberKeys,
  staged,
}: Extract<BackupWork, { work: 'make' }>): Promise<BackupWorkReply> {
  let rows = 0;
  const [making, checking] = halvesOf(control);
  const content = compress(
    dump(path, { madeAt, madeBy, settings, numberKeys }, making, (count) => {
      rows = count;
    }),
  );
  let ordered = Promise.withResolvers<MakeOrder>();
  port.on('message', (order: MakeOrder) => ordered.resolve(order));
  const reply = (answer: BackupWorkReply): Promise<MakeOrder> => {
    ordered = Promise.withResolvers();
    send(answer);
    return ordered.promise;
  };
  await ordered.promise;
  control.check();
  for await (const bytes of encrypt(content, passphrase, workFactor)) {
    control.check();
    await reply({ reply: 'piece', bytes });
  }
  const order = await reply({ reply: 'made' });
  control.check();
  if (order === 'next') throw new Error('A whole backup has no next chunk.');
  await readBack(order.check, { passphrase, staged, rows }, checking);
  return { reply: 'checked' };
}

/** Each reports its part of the progress: making a backup is half of the work, and reading it back the other. */
function halvesOf({ check, progress }: WorkControl): [WorkControl, WorkControl] {
  return [
    { check, progress: (done) => progress(done / 2) },
    { check, progress: (done) => progress(0.5 + done / 2) },
  ];
}

/** Opens the file as a restore would. Throws a CodedError `backup_not_read_back` unless all of it is there. */
async function readBack(
  file: string,
  made: { readonly passphrase: string; readonly staged: string; readonly rows: number },
  watched: WorkControl,
): Promise<void> {
  try {
    const content = readRecords(decrypt(bytesOf(file, watched), made.passphrase));
    const { rows } = await stage(made.staged, content, watched);
    if (rows !== made.rows) throw new CodedError('backup_unfit');
  } catch (error) {
    const cause = coded(error);
    if (cause instanceof CodedError && cause.code === 'cancelled') throw cause;
    throw new CodedError(fail('backup_not_read_back', { why: whyNotRead(cause) }), { cause });
  } finally {
    rmSync(made.staged, { force: true });
  }
}

function whyNotRead(cause: unknown): FailureValues['backup_not_read_back']['why'] {
  if (!(cause instanceof CodedError)) return 'data';
  if (cause.code === 'disk_full') return 'disk';
  return IN_THE_FILE.includes(cause.code) ? 'file' : 'data';
}

const IN_THE_FILE = ['backup_unreadable', 'backup_damaged', 'not_a_backup', 'wrong_passphrase'];

async function open({
  path,
  file,
  passphrase,
  staged,
}: Extract<BackupWork, { work: 'open' }>): Promise<BackupWorkReply> {
  const content = readRecords(decrypt(bytesOf(file), passphrase));
  const { about } = await stage(staged, content, control);
  const { madeAt, madeBy, settings, numberKeys } = about;
  const contents = contentsOf(path, staged, { madeAt, madeBy });
  return { reply: 'opened', opened: { contents, settings, numberKeys } };
}

/** A file in chunks; reports progress and honours cancellation. */
async function* bytesOf(file: string, { check, progress }: WorkControl = control): AsyncGenerator<Buffer> {
  try {
    const { size } = statSync(file);
    let read = 0;
    for await (const piece of createReadStream(file)) {
      if (!Buffer.isBuffer(piece)) throw new TypeError('A file is read as bytes.');
      read += piece.length;
      check();
      progress(read / size);
      yield piece;
    }
  } catch (error) {
    throw fileErrorCode(error) ? new CodedError('backup_unreadable', { cause: error }) : error;
  }
}

/** An SQLite error as a CodedError where there is a code for it (sqlite.org/rescode.html). */
function coded(error: unknown): unknown {
  switch (sqliteCode(error)) {
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
