import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { PolicySource } from '../../policy/ports.ts';
import { isUserName, managedPreferences } from './managed-preferences.ts';
import { policyFile } from './policy-file.ts';
import { registryPolicy } from './registry.ts';

/** The policy's path on Linux. */
const LINUX_FILE = '/etc/callboard/policy.json';

/** The same file seen from Flatpak's sandbox, where root's files may belong to the overflow user. */
const FLATPAK = { mark: '/.flatpak-info', file: `/run/host${LINUX_FILE}`, owners: [0, 65534] };

const ROOT = 0;

export interface PolicySourcesOptions {
  readonly platform: NodeJS.Platform;
  /** Whether this is an installed build, which ignores `namedFile`. */
  readonly packaged: boolean;
  /** `CALLBOARD_POLICY_FILE`. */
  readonly namedFile: string | undefined;
}

/** Where a policy may be, the computer's before the user's. */
export function policySources({
  platform,
  packaged,
  namedFile,
}: PolicySourcesOptions): readonly PolicySource[] {
  if (!packaged && namedFile) return [policyFile(namedFile, 'anybody')];
  switch (platform) {
    case 'win32':
      return [registryPolicy('HKLM'), registryPolicy('HKCU')];
    case 'darwin': {
      const user = userInfo().username;
      return [managedPreferences(undefined), ...(isUserName(user) ? [managedPreferences(user)] : [])];
    }
    default:
      return [
        existsSync(FLATPAK.mark)
          ? policyFile(FLATPAK.file, { owners: FLATPAK.owners })
          : policyFile(LINUX_FILE, { owners: [ROOT] }),
      ];
  }
}
