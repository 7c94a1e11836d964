/** A storage worker that serves one database after the other, each through its own port. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { StorageServer } from '../../../electron/storage/storage-server.ts';

if (!parentPort) throw new Error('The storage worker runs in a worker thread.');
parentPort.on('message', ({ port, path }: { readonly port: MessagePort; readonly path: string }) =>
  new StorageServer(port, path).start(),
);
