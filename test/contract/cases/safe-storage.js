import { app, safeStorage } from 'electron';
import { trace } from '../app/trace.js';

app.whenReady().then(async () => {
  trace('available', { resolves: await safeStorage.isAsyncEncryptionAvailable() });
  const sealed = await safeStorage.encryptStringAsync('a token, ключ');
  trace('sealed', { isBuffer: Buffer.isBuffer(sealed), isPlain: sealed.includes('a token') });
  trace('opened', await safeStorage.decryptStringAsync(sealed));
  trace('opened nothing', await safeStorage.decryptStringAsync(Buffer.alloc(0)));
  const spoiled = Buffer.concat([sealed, Buffer.from('x')]);
  for (const [name, value] of Object.entries({ spoiled, text: 'text' })) {
    trace(`opening ${name}`, {
      rejects: await safeStorage.decryptStringAsync(value).then(() => 'nothing', String),
    });
  }
  app.exit();
});
