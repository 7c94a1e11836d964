/** Why Electron's sandbox doesn't work on this Linux. Without a sandbox Electron ends at once, with a message for developers. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type SandboxObstacle = 'root' | 'apparmor' | 'no_namespaces';

export interface SandboxPlaces {
  readonly platform: NodeJS.Platform;
  readonly uid: number | undefined;
  /** The folder of the kernel's settings, `/proc/sys`. */
  readonly settings: string;
  /** Electron's setuid program, which replaces user namespaces where its owner and mode allow. */
  readonly helper: string;
}

/** The places on this computer, for Electron's binary in `folder`. */
export function sandboxPlaces(folder: string): SandboxPlaces {
  return {
    platform: process.platform,
    uid: process.getuid?.(),
    settings: '/proc/sys',
    helper: join(folder, 'chrome-sandbox'),
  };
}

/** What keeps the sandbox from working, in the order in which Electron checks; undefined if nothing is known to. */
export function sandboxObstacle({
  platform,
  uid,
  settings,
  helper,
}: SandboxPlaces): SandboxObstacle | undefined {
  if (platform !== 'linux') return undefined;
  if (uid === 0) return 'root';
  if (isSetuidRoot(helper)) return undefined;
  const setting = (name: string): string => read(join(settings, name));
  // Ubuntu since 23.10, on by default since 24.04.
  if (setting('kernel/apparmor_restrict_unprivileged_userns') === '1') return 'apparmor';
  // Debian's and Arch's own setting, then the kernel's.
  const none =
    setting('kernel/unprivileged_userns_clone') === '0' || setting('user/max_user_namespaces') === '0';
  return none ? 'no_namespaces' : undefined;
}

/** Plain words: what is wrong, then what to do. */
export function sandboxAdvice(obstacle: SandboxObstacle, { helper }: SandboxPlaces): string {
  if (obstacle === 'root')
    return "Electron doesn't start as root, because its sandbox can't hold root. Start Callboard as an ordinary user.";
  const setting =
    obstacle === 'apparmor'
      ? 'kernel.apparmor_restrict_unprivileged_userns=0'
      : 'kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000';
  return [
    "Electron's sandbox needs user namespaces, which this system keeps from ordinary programs. Do one of these:",
    `  sudo sysctl -w ${setting}      (until the next restart)`,
    `  sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
  ].join('\n');
}

function isSetuidRoot(helper: string): boolean {
  const found = statSync(helper, { throwIfNoEntry: false });
  return found?.uid === 0 && (found.mode & 0o4001) === 0o4001;
}

/** A kernel setting; empty if the kernel doesn't have it. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
