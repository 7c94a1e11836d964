import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { AppImageUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LibraryUpdater } from '../../../../electron/desktop/updating/library-updater.ts';
import { until } from '../../../poll.ts';
import { temporaryFolder } from '../../../temp-folder.ts';

/** The library needs Electron only for its network; here Node sends the requests. */
function nodeExecutor(): ElectronHttpExecutor {
  const executor = new ElectronHttpExecutor();
  return Object.assign(executor, { createRequest: request });
}

interface Published {
  readonly version: string;
  readonly notes?: string;
  readonly content?: string;
  /** Publishes the hash of something else. */
  readonly wrongHash?: boolean;
}

/** An update server on loopback, with a channel file and an AppImage for each channel. */
async function serveUpdates(channels: Readonly<Record<string, Published>>) {
  const requests: IncomingMessage[] = [];
  const files = new Map<string, string>();
  for (const [channel, { version, notes, content = 'new', wrongHash }] of Object.entries(channels)) {
    const hash = createHash('sha512')
      .update(wrongHash ? 'another' : content)
      .digest('base64');
    const name = `Callboard-${version}-x64.AppImage`;
    files.set(`/${name}`, content);
    files.set(
      `/${channel}-linux.yml`,
      [
        `version: ${version}`,
        'files:',
        `  - url: ${name}`,
        `    sha512: ${hash}`,
        `    size: ${content.length}`,
        `path: ${name}`,
        `sha512: ${hash}`,
        `releaseDate: '2026-11-20T10:00:00.000Z'`,
        ...(notes === undefined ? [] : [`releaseNotes: ${JSON.stringify(notes)}`]),
      ].join('\n'),
    );
  }
  const server = createServer((incoming, response) => {
    requests.push(incoming);
    const content = files.get(new URL(incoming.url ?? '', 'http://x').pathname);
    response.statusCode = content === undefined ? 404 : 200;
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { url: `http://127.0.0.1:${address.port}/`, requests };
}

/** The real electron-updater for an AppImage of version 1.0.0, with its real generic provider. */
function appImage(url: string) {
  const folder = temporaryFolder();
  const program = join(folder, 'Callboard.AppImage');
  writeFileSync(program, 'old');
  const before = process.env['APPIMAGE'];
  process.env['APPIMAGE'] = program;
  onTestFinished(() => {
    if (before === undefined) delete process.env['APPIMAGE'];
    else process.env['APPIMAGE'] = before;
  });
  const config = join(folder, 'app-update.yml');
  writeFileSync(config, `provider: generic\nurl: ${url}\nupdaterCacheDirName: callboard-updater\n`);
  let quits = 0;
  const library = new AppImageUpdater(null, {
    version: '1.0.0',
    name: 'Callboard',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => {
      quits += 1;
    },
    onQuit: () => {
      throw new Error('The library must not do anything on quit.');
    },
  });
  Reflect.set(library, 'httpExecutor', nodeExecutor());
  library.disableDifferentialDownload = true;
  const steps: string[] = [];
  const updater = new LibraryUpdater(library, {
    beforeRequest: async () => void steps.push('before request'),
    beforeInstall: () => steps.push('before install'),
  });
  return { updater, program, folder, steps, quits: () => quits };
}

// The library supports AppImages on Linux only.
describe.runIf(process.platform === 'linux')(
  'electron-updater with an update server',
  { meta: { needs: 'Linux' } },
  () => {
    test('finds a newer version with cleaned-up notes, and sends no installation id', async () => {
      const { url, requests } = await serveUpdates({
        latest: { version: '1.2.0', notes: 'Faster\u202e lists.\r\nلوحة\u0007' },
      });
      const { updater } = appImage(url);
      expect(await updater.check('stable')).toEqual({
        version: '1.2.0',
        notes: 'Faster lists.\nلوحة',
        releasedAt: Date.UTC(2026, 10, 20, 10),
      });
      expect(requests.map(({ headers }) => headers['x-user-staging-id'])).toEqual(['none']);
    });

    test('the same version and an older one are not updates', async () => {
      const { url } = await serveUpdates({ latest: { version: '1.0.0' }, beta: { version: '0.9.0' } });
      const { updater } = appImage(url);
      expect(await updater.check('stable')).toBeUndefined();
      expect(await updater.check('beta')).toBeUndefined();
    });

    test('a beta version is found only in the beta channel', async () => {
      const { url } = await serveUpdates({
        latest: { version: '1.2.0' },
        beta: { version: '1.3.0-beta.2' },
      });
      const { updater } = appImage(url);
      expect((await updater.check('stable'))?.version).toBe('1.2.0');
      expect((await updater.check('beta'))?.version).toBe('1.3.0-beta.2');
    });

    test('a server without a channel file fails the check', async () => {
      const { url } = await serveUpdates({});
      await expect(appImage(url).updater.check('stable')).rejects.toThrow(/Cannot find channel/);
    });

    test('a download is installed and started only by `install`', async () => {
      const folder = temporaryFolder();
      const mark = join(folder, 'started');
      const content = `#!/bin/sh\necho new > ${mark}\n`;
      const { url } = await serveUpdates({ latest: { version: '1.2.0', content } });
      const { updater, program, steps, quits } = appImage(url);
      await updater.check('stable');
      const percents: number[] = [];
      await updater.download((percent) => percents.push(percent));
      expect(percents.at(-1)).toBe(100);
      expect(readFileSync(program, 'utf8')).toBe('old');

      // The library emits an event on Electron's own updater before it quits.
      const require = createRequire(createRequire(import.meta.url).resolve('electron-updater'));
      const electron = require.resolve('electron');
      const events: string[] = [];
      const autoUpdater = new EventEmitter().on('before-quit-for-update', () => events.push('quits'));
      const stub = { id: electron, filename: electron, loaded: true, exports: { autoUpdater } };
      Object.assign(require.cache, { [electron]: stub });
      onTestFinished(() => void delete require.cache[electron]);
      void updater.install();
      await until('the new program to start', () => existsSync(mark));
      expect(readFileSync(program, 'utf8')).toBe(content);
      expect(steps).toEqual(['before request', 'before request', 'before install']);
      await until('the app to quit', () => quits() === 1);
      expect(events).toEqual(['quits']);
    });

    test('a download whose hash differs from the published one is deleted', async () => {
      const { url } = await serveUpdates({ latest: { version: '1.2.0', wrongHash: true } });
      const { updater, folder } = appImage(url);
      await updater.check('stable');
      await expect(updater.download(() => undefined)).rejects.toMatchObject({
        code: 'ERR_CHECKSUM_MISMATCH',
      });
      expect(existsSync(join(folder, 'callboard-updater', 'pending', 'Callboard-1.2.0-x64.AppImage'))).toBe(
        false,
      );
    });

    test("installing fails if the program can't be replaced, and leaves it as it was", async () => {
      const { url } = await serveUpdates({ latest: { version: '1.2.0' } });
      const { updater, program } = appImage(url);
      await updater.check('stable');
      await updater.download(() => undefined);
      process.env['APPIMAGE'] = join(program, 'not-there');
      await expect(updater.install()).rejects.toThrow();
      expect(readFileSync(program, 'utf8')).toBe('old');
    });
  },
);
