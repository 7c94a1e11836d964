import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { packedUuid } from '../../electron/storage/packed-uuid.ts';
import { stateCode } from '../../electron/storage/state-code.ts';
import { acceptEach, recordingService } from '../electron/service/recording-service.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { spawnQueue } from './crash/queue-life.ts';

const STRACE = '/usr/bin/strace';
const SUBMITS = 3;

const traceable = existsSync(STRACE);
if (!traceable) console.log(`Skipped: the order of disk and network, because there is no ${STRACE} here.`);

/** A system call of the traced process; lines of the trace count as time. */
interface TracedCall {
  readonly name: string;
  readonly text: string;
  readonly begun: number;
  ended: number;
  succeeded: boolean;
}

/** Reads `strace -f`: a call that another thread's line interrupts is told in two. */
function readTrace(trace: string): TracedCall[] {
  const calls: TracedCall[] = [];
  const unfinished = new Map<string, TracedCall>();
  for (const [number, line] of trace.split('\n').entries()) {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const begun = /^(\w+)\(/.exec(rest);
    const succeeded = / = \d+$/.test(rest);
    if (begun) {
      const call = { name: begun[1] ?? '', text: rest, begun: number, ended: number, succeeded };
      calls.push(call);
      if (rest.endsWith('<unfinished ...>')) unfinished.set(thread, call);
    } else if (rest.startsWith('<... ')) {
      const call = unfinished.get(thread);
      unfinished.delete(thread);
      if (call) Object.assign(call, { ended: number, succeeded });
    }
  }
  return calls;
}

/** Bytes as the trace shows them: each by its number. */
function asTraced(bytes: string | Uint8Array): string {
  return Buffer.from(bytes).toString('hex').replaceAll(/../g, '\\x$&');
}

/** The number of the submission with this key. */
function rowOf(path: string, key: string): number {
  const db = new DatabaseSync(path, { readOnly: true });
  const found = db.prepare('SELECT row FROM submissions WHERE idempotency_key = ?').get(packedUuid(key));
  db.close();
  return Number(found?.['row']);
}

/**
 * How a mark begins in a page of the daybook's table (sqlite.org/fileformat2.html, §2.1): the row's number, the length of
 * the header, and the types: none for the row itself; revision, one attempt, six bytes for the time and a phrase; none for
 * what only an acceptance has.
 */
function cellOfMark(row: number): string {
  const [phrase, none] = [`(?:${asTraced('\u0001')}|${asTraced('\u0009')})`, asTraced('\0'.repeat(5))];
  return `${asTraced(String.fromCharCode(row, 11, 0, 1, 9, 5))}${phrase}${none}`;
}

/** How the row of the submission lies in the journal, where the mark was carried over at once: the state's number, the key's bytes. */
function rowOfMark(key: string): string {
  const [workspace, state] = [asTraced('workspace-1'), asTraced(String.fromCharCode(stateCode('sending')))];
  return `${workspace}${state}${asTraced('Ada')}(?:(?!${workspace}).)*?${asTraced(packedUuid(key))}`;
}

test.skipIf(!traceable)(
  'the first byte of a create is written after its sending mark is synced to the disk',
  { timeout: 60_000, meta: { needs: STRACE } },
  async () => {
    const folder = temporaryFolder();
    const service = await recordingService(acceptEach);
    const trace = join(folder, 'trace');
    const calls = 'connect,pwrite64,fsync,fdatasync,write,writev,sendto,sendmsg';
    const child = spawnQueue(
      {
        path: join(folder, 'callboard.db'),
        baseUrl: service.origin,
        seed: 1,
        submits: SUBMITS,
        sendAgainShare: 0,
      },
      [STRACE, '-f', '-yy', '-xx', '-s', '8192', '-e', `trace=${calls}`, '-o', trace],
    );
    expect([await text(child.stderr), (await text(child.stdout)).includes('settled')]).toEqual(['', true]);

    const traced = readTrace(readFileSync(trace, 'utf8'));
    const journal = traced.filter(({ text: call }) => call.includes(`${asTraced('callboard.db-wal')}>`));
    const syncs = journal.filter(({ name, succeeded }) => /^f(data)?sync$/.test(name) && succeeded);
    const sends = traced.filter(({ text: call }) => call.includes(`->127.0.0.1:${service.port}]`));
    expect(service.received).toHaveLength(SUBMITS);
    for (const { headers } of service.received) {
      const key = String(headers['idempotency-key']).replaceAll('"', '');
      const send = sends.find(({ name, text: call }) => name !== 'connect' && call.includes(asTraced(key)));
      const marks = [cellOfMark(rowOf(join(folder, 'callboard.db'), key)), rowOfMark(key)];
      const cell = new RegExp(marks.join('|').replaceAll('\\', '\\\\'));
      const mark = journal.find(({ name, text: call }) => name === 'pwrite64' && cell.test(call));
      const sync = syncs.find(({ begun }) => mark !== undefined && begun > mark.begun);
      expect([
        send?.text.includes(asTraced('POST /v1/interview/create-interview-request')),
        mark?.name,
      ]).toEqual([true, 'pwrite64']);
      expect(sync?.ended).toBeLessThan(send?.begun ?? 0);
      console.log(
        `mark written at ${mark?.begun}, synced by ${sync?.ended}, first byte of the create at ${send?.begun}`,
      );
    }
  },
);
