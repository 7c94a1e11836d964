/** A storage worker that serves one database after the other, each through its own port. */
import { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { StorageServer } from '../../../electron/storage/storage-server.ts';

if (!parentPort) throw new Error('The storage worker runs in a worker thread.');

// Without waiting for the disk: what a process has written outlives its end, and tests cut no power.
const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (sql) {
  return exec.call(this, sql.replace('synchronous = FULL', 'synchronous = OFF'));
};

parentPort.on('message', ({ port, path }: { readonly port: MessagePort; readonly path: string }) =>
  new StorageServer(port, path).start(),
);
