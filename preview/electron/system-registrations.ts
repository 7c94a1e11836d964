import { PreviewUnsupportedError } from '../unsupported.ts';

type Registrations = Pick<
  Electron.App,
  | 'setAsDefaultProtocolClient'
  | 'isDefaultProtocolClient'
  | 'removeAsDefaultProtocolClient'
  | 'getApplicationInfoForProtocol'
  | 'setLoginItemSettings'
  | 'getLoginItemSettings'
>;

/** The command of each scheme, as Windows stores it. */
const commands = new Map<string, string>();
/** The command that starts the app at login. */
let loginCommand: string | undefined;

/** What the app registers with the system. Kept in this process: nothing changes on the developer's machine. */
export const systemRegistrations: Registrations = {
  setAsDefaultProtocolClient(scheme, path, args) {
    commands.set(scheme, commandOf(path, args));
    return true;
  },
  isDefaultProtocolClient: (scheme, path, args) => commands.get(scheme) === commandOf(path, args),
  removeAsDefaultProtocolClient(scheme, path, args) {
    // Windows leaves a command alone that has another path or other arguments, and reports success.
    if (commands.get(scheme) === commandOf(path, args)) commands.delete(scheme);
    return true;
  },
  async getApplicationInfoForProtocol(url) {
    if (!commands.has(new URL(url).protocol.slice(0, -1))) {
      throw new Error('Unable to retrieve installation path to app');
    }
    throw new PreviewUnsupportedError('app.getApplicationInfoForProtocol of a registered scheme');
  },
  setLoginItemSettings({ openAtLogin = false, path, args }) {
    loginCommand = openAtLogin ? commandOf(path, args) : undefined;
  },
  getLoginItemSettings({ path, args } = {}) {
    const openAtLogin = loginCommand !== undefined && loginCommand === commandOf(path, args);
    return {
      openAtLogin,
      wasOpenedAtLogin: false,
      status: loginCommand === undefined ? 'not-registered' : 'enabled',
      executableWillLaunchAtLogin: loginCommand !== undefined,
      launchItems: [],
    };
  },
};

/** Windows compares path and arguments; macOS knows the app alone. */
function commandOf(path = process.execPath, args: readonly string[] = []): string {
  return process.platform === 'win32' ? JSON.stringify([path, ...args]) : 'the app';
}
