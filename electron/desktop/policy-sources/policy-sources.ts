import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { PolicySource } from '../../policy/ports.ts';
import { isUserName, managedPreferences } from './managed-preferences.ts';
import { policyFile } from './policy-file.ts';
import { registryPolicy } from './registry.ts';

/** Where IT puts the policy on Linux. */
const LINUX_FILE = '/etc/callboard/policy.json';

/** The same file as Flatpak's sandbox shows it, where the owner of what is root's is the overflow user. */
const FLATPAK = { mark: '/.flatpak-info', file: `/run/host${LINUX_FILE}`, owners: [0, 65534] };

const ROOT = 0;

export interface PolicySourcesOptions {
  readonly platform: NodeJS.Platform;
  /** An installed Callboard looks at the places of the system alone. */
  readonly packaged: boolean;
  /** `CALLBOARD_POLICY_FILE`. */
  readonly namedFile: string | undefined;
}

/** The places where a policy may be, that of the computer before that of the user. */
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
