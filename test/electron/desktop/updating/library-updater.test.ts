import { createHash, generateKeyPairSync } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { AppImageUpdater } from 'electron-updater';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  LibraryUpdater,
  UpdateRequests,
  type UpdateRequestsOptions,
  updateProxy,
} from '../../../../electron/desktop/update-library.ts';
import { updateProblem } from '../../../../electron/updates/app-updates.ts';
import { signChannel } from '../../../../electron/updates/installation.ts';
import * as electron from '../../../../preview/electron/index.ts';
import { until } from '../../../poll.ts';
import { beginElectron } from '../../../security/electron-under-preview.ts';
import { temporaryFolder } from '../../../temp-folder.ts';

function newKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const keys = newKeys();

/** What the library emits on Electron's own updater. */
const autoUpdater = new EventEmitter();

beforeAll(async () => {
  (await beginElectron()).becomeReady();
  // The library requires Electron itself, for its network; here it gets the preview's.
  const require = createRequire(createRequire(import.meta.url).resolve('electron-updater'));
  const path = require.resolve('electron');
  const { net, session } = electron;
  const stub = { id: path, filename: path, loaded: true, exports: { net, session, autoUpdater } };
  Object.assign(require.cache, { [path]: stub });
});

interface Published {
  readonly version: string;
  readonly notes?: string;
  readonly content?: string;
  /** Publishes the hash of something else. */
  readonly wrongHash?: boolean;
  /** Signs the channel file with this key; null: not at all. */
  readonly signedWith?: string | null;
}

/** An update server on loopback, with a channel file and an AppImage for each channel. */
async function serveUpdates(channels: Readonly<Record<string, Published>>) {
  const requests: IncomingMessage[] = [];
  const files = new Map<string, string>();
  for (const [channel, published] of Object.entries(channels)) {
    const { version, notes, content = 'new', wrongHash, signedWith = keys.privateKey } = published;
    const hash = createHash('sha512')
      .update(wrongHash ? 'another' : content)
      .digest('base64');
    const name = `Callboard-${version}-x64.AppImage`;
    files.set(`/${name}`, content);
    const channelFile = `${channel}-linux.yml`;
    const text = [
      `version: ${version}`,
      'files:',
      `  - url: ${name}`,
      `    sha512: ${hash}`,
      `    size: ${content.length}`,
      `path: ${name}`,
      `sha512: ${hash}`,
      `releaseDate: '2026-11-20T10:00:00.000Z'`,
      ...(notes === undefined ? [] : [`releaseNotes: ${JSON.stringify(notes)}`]),
    ].join('\n');
    files.set(`/${channelFile}`, signedWith === null ? text : signChannel(channelFile, text, signedWith));
  }
  const server = createServer((incoming, response) => {
    requests.push(incoming);
    const content = files.get(new URL(incoming.url ?? '', 'http://x').pathname);
    response.statusCode = content === undefined ? 404 : 200;
    response.end(content);
  });
  return { url: `http://127.0.0.1:${await listening(server)}/`, requests, files };
}

/** Listens on loopback until the test ends; resolves with the port. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** A proxy that asks for the password of "ada", and leads every address to `server`. */
async function passwordProxy(server: string) {
  const seen: (string | undefined)[] = [];
  const wanted = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
  const port = await listening(
    createServer((incoming, response) => {
      const given = incoming.headers['proxy-authorization'];
      seen.push(given);
      if (given === wanted) return forward(server, incoming, response);
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="Example Corp"' }).end('Who are you?');
    }),
  );
  return { name: `127.0.0.1:${port}`, seen };
}

function forward(server: string, { url = '' }: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(url);
  request(new URL(pathname, server), (answer) => {
    response.writeHead(answer.statusCode ?? 502);
    answer.pipe(response);
  }).end();
}

/** The real electron-updater for an AppImage of version 1.0.0, with its real generic provider. */
function appImage(
  url: string,
  { proxy = '', ...options }: Partial<UpdateRequestsOptions & { proxy: string }> = {},
) {
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
  library.disableDifferentialDownload = true;
  const steps: string[] = [];
  const requests = new UpdateRequests({
    credentials: async () => undefined,
    publicKey: keys.publicKey,
    onTrouble: (error) => steps.push(String(error)),
    ...options,
  });
  const updater = new LibraryUpdater(library, requests, {
    beforeRequest: async () => {
      steps.push('before request');
      const proxyMode = proxy === '' ? 'none' : 'manual';
      await library.netSession.setProxy(updateProxy({ proxyMode, proxyAddress: proxy, proxyBypass: '' }));
    },
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
      const events: string[] = [];
      autoUpdater.once('before-quit-for-update', () => events.push('quits'));
      void updater.install();
      await until('the new program to start', () => existsSync(mark));
      expect(readFileSync(program, 'utf8')).toBe(content);
      expect(steps).toEqual(['before request', 'before request', 'before install']);
      await until('the app to quit', () => quits() === 1);
      expect(events).toEqual(['quits']);
    });

    test.for([
      ['not signed', { signedWith: null }],
      ['signed with another key', { signedWith: newKeys().privateKey }],
    ] as const)(
      'a channel file that is %s offers no update, and nothing can be downloaded',
      async ([, how]) => {
        const { url, requests } = await serveUpdates({ latest: { version: '1.2.0', ...how } });
        const { updater } = appImage(url);
        const refused = await updater.check('stable').catch((error: unknown) => error);
        expect(updateProblem('check', refused)).toEqual({ during: 'check', code: 'signature_wrong' });
        await expect(updater.download(() => undefined)).rejects.toThrow();
        expect(requests).toHaveLength(1);
      },
    );

    test('a signed channel file that was changed, extended or put in place of another offers no update', async () => {
      const published = { latest: { version: '1.2.0' }, beta: { version: '1.3.0-beta.1' } };
      const { url, files } = await serveUpdates(published);
      const signed = files.get('/latest-linux.yml') ?? '';
      const refusals = [
        signed.replace('1.2.0', '1.2.1'),
        `${signed}files: []\n`,
        `${signed}# signature: ${'A'.repeat(86)}==\n`,
        files.get('/beta-linux.yml') ?? '',
        signed.replace(/# signature.*\n/, ''),
      ];
      for (const text of refusals) {
        files.set('/latest-linux.yml', text);
        await expect(appImage(url).updater.check('stable')).rejects.toMatchObject({
          code: 'ERR_UPDATER_INVALID_SIGNATURE',
        });
      }
      files.set('/latest-linux.yml', signed);
      expect((await appImage(url).updater.check('stable'))?.version).toBe('1.2.0');
    });

    test('a proxy that asks for a password gets the stored one, and the update comes through it', async () => {
      const { url } = await serveUpdates({ latest: { version: '1.2.0' } });
      const proxy = await passwordProxy(url);
      const asked: string[] = [];
      const { updater } = appImage('http://updates.example.test/', {
        proxy: proxy.name,
        credentials: async (name) => {
          asked.push(name);
          return { userName: 'ada', password: 'secret' };
        },
      });
      expect((await updater.check('stable'))?.version).toBe('1.2.0');
      await updater.download(() => undefined);
      expect(asked).toEqual([proxy.name]);
    });

    test.for([
      ['none is stored', undefined],
      ['it refuses the stored one', { userName: 'ada', password: 'old' }],
    ] as const)('a proxy that asks for a password ends the check when %s', async ([, stored]) => {
      const { url } = await serveUpdates({ latest: { version: '1.2.0' } });
      const proxy = await passwordProxy(url);
      const { updater } = appImage('http://updates.example.test/', {
        proxy: proxy.name,
        credentials: async () => stored,
      });
      const refused = await updater.check('stable').catch((error: unknown) => error);
      expect(updateProblem('check', refused)).toEqual({ during: 'check', code: 'proxy_sign_in' });
      expect(proxy.seen).toHaveLength(stored ? 2 : 1);
    });

    test('a key store that cannot be read ends the check, and the next one asks it again', async () => {
      const { url } = await serveUpdates({ latest: { version: '1.2.0' } });
      const proxy = await passwordProxy(url);
      const credentials = vi
        .fn<UpdateRequestsOptions['credentials']>()
        .mockRejectedValueOnce(new Error('locked'))
        .mockResolvedValueOnce({ userName: 'ada', password: 'secret' });
      const { updater, steps } = appImage('http://updates.example.test/', { proxy: proxy.name, credentials });
      await expect(updater.check('stable')).rejects.toMatchObject({ code: 'proxy_sign_in' });
      expect(steps).toContain('Error: locked');
      expect((await updater.check('stable'))?.version).toBe('1.2.0');
    });

    test('a server that says nothing, or stops in the middle, ends the check or download after a while', async () => {
      const { url, files } = await serveUpdates({ latest: { version: '1.2.0', content: 'program' } });
      let silent = true;
      const slow = await listening(
        createServer((incoming, response) => {
          const path = new URL(incoming.url ?? '', url).pathname;
          if (path.endsWith('.AppImage')) {
            response.writeHead(200, { 'content-length': 7 }).write('pro');
          } else if (!silent) response.end(files.get(path));
        }),
      );
      const { updater } = appImage(`http://127.0.0.1:${slow}/`, { longestSilenceMs: 300 });
      await expect(updater.check('stable')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
      silent = false;
      expect((await updater.check('stable'))?.version).toBe('1.2.0');
      await expect(updater.download(() => undefined)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
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
