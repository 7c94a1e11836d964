import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { acceptEach, recordingService } from '../electron/service/recording-service.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { spawnQueue } from './crash/queue-life.ts';

const STRACE = '/usr/bin/strace';
const SUBMITS = 3;

const traceable = existsSync(STRACE);
if (!traceable) console.log(`Skipped: the order of disk and network, because there is no ${STRACE} here.`);

/** A system call of the traced process; line numbers of the trace serve as time. */
interface TracedCall {
  readonly name: string;
  readonly text: string;
  readonly begun: number;
  ended: number;
  succeeded: boolean;
}

/** Parses `strace -f`: a call interrupted by another thread's line takes two lines. */
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

/** Bytes as the trace shows them: each as its number. */
function asTraced(bytes: string | Uint8Array): string {
  return Buffer.from(bytes).toString('hex').replaceAll(/../g, '\\x$&');
}

/** How the row of a marked submission looks in the journal: a record is its texts in sequence. */
function markOf(id: string): string {
  return asTraced(`${id}workspace-1sendingAda`);
}

test.skipIf(!traceable)(
  'the first byte of a create is written after its sending mark is synced to the disk, and the mark outside the folder followed',
  { timeout: 60_000, meta: { needs: STRACE } },
  async () => {
    const folder = temporaryFolder();
    const service = await recordingService(acceptEach);
    const trace = join(folder, 'trace');
    const calls = 'connect,pwrite64,fsync,fdatasync,write,writev,sendto,sendmsg';
    const child = spawnQueue(
      {
        path: join(folder, 'callboard.db'),
        stateFolder: join(folder, 'state'),
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
    const syncsIn = (file: readonly TracedCall[]) =>
      file.filter(({ name, succeeded }) => /^f(data)?sync$/.test(name) && succeeded);
    const syncs = syncsIn(journal);
    const outside = traced.filter(({ text: call }) => call.includes(asTraced('/state/marks/')));
    const sends = traced.filter(({ text: call }) => call.includes(`->127.0.0.1:${service.port}]`));
    expect(service.received).toHaveLength(SUBMITS);
    for (const { headers } of service.received) {
      const id = String(headers['idempotency-key']).replaceAll('"', '');
      const send = sends.find(({ name, text: call }) => name !== 'connect' && call.includes(asTraced(id)));
      const marked = markOf(id);
      const mark = journal.find(({ name, text: call }) => name === 'pwrite64' && call.includes(marked));
      const sync = syncs.find(({ begun }) => mark !== undefined && begun > mark.begun);
      expect([
        send?.text.includes(asTraced('POST /v1/interview/create-interview-request')),
        mark?.name,
      ]).toEqual([true, 'pwrite64']);
      // The mark outside the folder follows the commit, so that it is never ahead of it.
      const followed = outside.find(
        ({ name, begun }) => name === 'pwrite64' && sync !== undefined && begun > sync.ended,
      );
      expect(followed?.ended).toBeLessThan(send?.begun ?? 0);
      console.log(
        `mark written at ${mark?.begun}, synced by ${sync?.ended}, outside at ${followed?.ended}, first byte of the create at ${send?.begun}`,
      );
    }
  },
);
