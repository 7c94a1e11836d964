import { app, safeStorage } from 'electron';
import { trace } from '../app/trace.js';

app.whenReady().then(async () => {
  trace('available', { resolves: await safeStorage.isAsyncEncryptionAvailable() });
  const sealed = await safeStorage.encryptStringAsync('a token');
  trace('sealed', { mark: sealed.toString('latin1', 0, 3) });
  trace('opened', await safeStorage.decryptStringAsync(sealed));
  app.exit();
});
