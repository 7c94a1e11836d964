/** The storage worker: a thread that serves one database. */
import { parentPort, workerData } from 'node:worker_threads';
import { StorageServer } from './storage-server.ts';

if (!parentPort) throw new Error('The storage worker runs in a worker thread.');
const { path, stateFolder } = workerData as { readonly path: string; readonly stateFolder?: string };
new StorageServer(parentPort, path, stateFolder).start();
