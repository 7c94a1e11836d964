import { setTimeout as pause } from 'node:timers/promises';
import { app, safeStorage } from 'electron';
import { trace } from '../app/trace.js';

app.whenReady().then(async () => {
  const calls = {
    isAsyncEncryptionAvailable: () => safeStorage.isAsyncEncryptionAvailable(),
    encryptStringAsync: () => safeStorage.encryptStringAsync('a token'),
    decryptStringAsync: () => safeStorage.decryptStringAsync(Buffer.from('v11 sealed')),
  };
  for (const [call, run] of Object.entries(calls)) {
    const settled = run().then(
      () => 'resolved',
      () => 'rejected',
    );
    trace(call, { after: await Promise.race([settled, pause(100, 'pending')]) });
  }
  app.exit();
});
