import type { AuthInfo, ClientRequest, ProxyConfig } from 'electron';
import type { AppUpdater, UpdateInfo } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { parseProxyAddress, proxyName } from '../../shared/network.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Update, UpdateChannel } from '../../shared/updates.ts';
import type { Credentials } from '../network/proxy-tunnels.ts';
import type { Updater } from '../updates/app-updates.ts';
import { isSignedChannel } from '../updates/installation.ts';

const LONGEST_NOTES = 20_000;

/** Channel files that electron-builder publishes with the installers: latest.yml and beta.yml. */
const CHANNEL_FILES: Readonly<Record<UpdateChannel, string>> = { stable: 'latest', beta: 'beta' };

/** What the app does around the library's steps. */
interface UpdaterHooks {
  readonly beforeRequest: () => Promise<void>;
  /** Right before the library quits the app. */
  readonly beforeInstall: () => void;
}

/** electron-updater as the {@link Updater}, with its automatic download and install on quit turned off. */
export class LibraryUpdater implements Updater {
  private readonly library: AppUpdater;
  private readonly requests: UpdateRequests;
  private readonly hooks: UpdaterHooks;

  constructor(library: AppUpdater, requests: UpdateRequests, hooks: UpdaterHooks) {
    this.library = library;
    this.requests = requests.serve(library);
    this.hooks = hooks;
    library.autoDownload = false;
    library.autoInstallOnAppQuit = false;
    library.disableWebInstaller = true;
    // Its promises reject with the same errors.
    library.logger = null;
    // Overrides a header with a permanent random id per installation, which nobody needs.
    library.requestHeaders = { 'x-user-staging-id': 'none' };
  }

  async check(channel: UpdateChannel): Promise<Update | undefined> {
    await this.hooks.beforeRequest();
    this.library.channel = CHANNEL_FILES[channel];
    // The channel's setter turned it on, but an older version can't read a newer database.
    this.library.allowDowngrade = false;
    const result = await this.requests.during(() => this.library.checkForUpdates());
    if (!result) throw new Error('The updater is not active in this installation.');
    return result.isUpdateAvailable ? toUpdate(result.updateInfo) : undefined;
  }

  async download(onProgress: (percent: number) => void): Promise<void> {
    await this.hooks.beforeRequest();
    const report = ({ percent }: { percent: number }): void => onProgress(Math.floor(percent));
    this.library.on('download-progress', report);
    try {
      await this.requests.during(() => this.library.downloadUpdate());
    } finally {
      this.library.off('download-progress', report);
    }
  }

  install(): Promise<never> {
    return new Promise((_, reject) => {
      this.library.once('error', reject);
      this.hooks.beforeInstall();
      // Silently, and restarting the app afterwards, as "Restart to update" promises.
      this.library.quitAndInstall(true, true);
    });
  }
}

function toUpdate({ version, releaseNotes, releaseDate }: UpdateInfo): Update {
  const releasedAt = Date.parse(String(releaseDate));
  return {
    version,
    notes: plainNotes(releaseNotes),
    releasedAt: Number.isNaN(releasedAt) ? null : releasedAt,
  };
}

/** Release notes as plain text. They come from a remote file, so their type isn't trusted. */
function plainNotes(notes: unknown): string {
  const parts: unknown[] = Array.isArray(notes) ? notes : [notes];
  const texts = parts.map((part) =>
    typeof part === 'object' && part !== null && 'note' in part ? part.note : part,
  );
  return texts
    .filter((text) => typeof text === 'string')
    .join('\n\n')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, (mark) => (mark === '\n' || mark === '\t' ? mark : ''))
    .trim()
    .slice(0, LONGEST_NOTES);
}

export interface UpdateRequestsOptions {
  /** The stored user name and password for a proxy (`host:port`). */
  readonly credentials: (proxy: string) => Promise<Credentials | undefined>;
  /** The key that channel files must be signed with, PEM; undefined if this build has none. */
  readonly publicKey: string | undefined;
  /** How long nothing may arrive before a request counts as failed, ms. */
  readonly longestSilenceMs?: number;
  readonly onTrouble: (error: unknown) => void;
}

const LONGEST_SILENCE_MS = 60_000;

/** An error with a code that `update-problem.ts` knows. */
class UpdateRequestError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

type Answer = (userName?: string, password?: string) => void;

/**
 * The requests of electron-updater, over Electron's network. The library's own leave a proxy that asks for a password
 * without an answer, and limit the time by Node's `socket` event, which Electron's requests don't have: either would wait
 * for ever. They also accept every channel file.
 */
export class UpdateRequests extends ElectronHttpExecutor {
  private readonly options: UpdateRequestsOptions;
  /** The proxies that were answered since {@link begin}: one that asks again refuses what it got. */
  private readonly answered = new Set<string>();
  private proxyRefused = false;

  constructor(options: UpdateRequestsOptions) {
    super((info, answer) => void this.signIn(info, answer as Answer).catch(options.onTrouble));
    this.options = options;
  }

  /** Makes the library send its requests this way. Call before its first check. */
  serve(library: AppUpdater): this {
    // A field that its types leave out.
    if (!Reflect.has(library, 'httpExecutor')) throw new Error('The library sends its requests otherwise.');
    Reflect.set(library, 'httpExecutor', this);
    return this;
  }

  /** Runs a check or download. If a proxy refused the sign-in, rejects with the code `proxy_sign_in`. */
  async during<T>(run: () => Promise<T>): Promise<T> {
    this.answered.clear();
    this.proxyRefused = false;
    try {
      return await run();
    } catch (error) {
      if (!this.proxyRefused) throw error;
      throw Object.assign(new UpdateRequestError('proxy_sign_in', 'The proxy refused the sign-in.'), {
        cause: error,
      });
    }
  }

  /** The library requests only channel files this way; it downloads everything else. */
  override async request(
    ...[options, ...rest]: Parameters<ElectronHttpExecutor['request']>
  ): Promise<string | null> {
    const name = String(options.path).split('?')[0]?.split('/').at(-1) ?? '';
    const text = await super.request(options, ...rest);
    const { publicKey } = this.options;
    if (publicKey === undefined || isSignedChannel(name, text ?? '', publicKey)) return text;
    throw new UpdateRequestError('ERR_UPDATER_INVALID_SIGNATURE', `${name} has no valid signature.`);
  }

  override addErrorAndTimeoutHandlers(request: ClientRequest, reject: (error: Error) => void): void {
    request.on('error', reject);
    const timer = setTimeout(() => {
      request.abort();
      reject(new UpdateRequestError('ETIMEDOUT', 'The update server sent nothing for too long.'));
    }, this.options.longestSilenceMs ?? LONGEST_SILENCE_MS);
    const stop = (): void => clearTimeout(timer);
    request.on('error', stop);
    request.on('abort', stop);
    request.on('response', (response) => {
      timer.refresh();
      response.on('data', () => timer.refresh());
      for (const end of ['end', 'error', 'aborted'] as const) response.on(end as 'end', stop);
    });
  }

  /** Answers a proxy with its own credentials, once; without an answer the request would never end. */
  private async signIn({ isProxy, host, port }: AuthInfo, answer: Answer): Promise<void> {
    const proxy = proxyName({ host, port });
    try {
      const known = isProxy && !this.answered.has(proxy) ? await this.options.credentials(proxy) : undefined;
      this.answered.add(proxy);
      if (known) return answer(known.userName, known.password);
    } catch (error) {
      this.options.onTrouble(error);
    }
    this.proxyRefused ||= isProxy;
    answer();
  }
}

/**
 * The proxy settings for Chromium, whose network stack downloads updates. An unparseable manual proxy becomes an
 * unreachable one: updates must not bypass the proxy.
 */
export function updateProxy({
  proxyMode,
  proxyAddress,
  proxyBypass,
}: Pick<Settings, 'proxyMode' | 'proxyAddress' | 'proxyBypass'>): ProxyConfig {
  switch (proxyMode) {
    case 'system':
      return { mode: 'system' };
    case 'none':
      return { mode: 'direct' };
    case 'manual': {
      const read = parseProxyAddress(proxyAddress);
      const rules =
        'proxy' in read ? `${read.proxy.kind}://${proxyName(read.proxy)}` : 'http://proxy.invalid:9';
      const bypass = proxyBypass.split(/[\s,;]+/).filter((entry) => entry !== '');
      return { mode: 'fixed_servers', proxyRules: rules, proxyBypassRules: bypass.join(',') };
    }
  }
}
