/** The app under the contract suite: runs the case that the runner names. */
import { env } from 'node:process';
import { app } from 'electron';

// So that a failed case ends: Electron shows a dialog and keeps running.
process.on('uncaughtException', endWith);
process.on('unhandledRejection', endWith);

await import(`../cases/${env.CONTRACT_CASE}.js`);

function endWith(error) {
  console.error(error);
  app.exit(70);
}
