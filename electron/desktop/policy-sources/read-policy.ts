import { app } from 'electron';
import { PolicyKeeper } from '../../policy/policy-keeper.ts';
import { policySources } from './policy-sources.ts';

/**
 * Reads the organisation's policy from the places of this system; in builds that are not packaged, from the file that
 * CALLBOARD_POLICY_FILE names.
 */
export async function readPolicy(): Promise<PolicyKeeper> {
  const namedFile = process.env['CALLBOARD_POLICY_FILE'];
  const sources = policySources({ platform: process.platform, packaged: app.isPackaged, namedFile });
  const policy = new PolicyKeeper({ sources });
  await policy.read();
  return policy;
}

/** From here on another policy counts as soon as it is read; that is done every hour, too. */
export function followPolicy(
  policy: PolicyKeeper,
  { changed, onTrouble }: { changed: () => Promise<void>; onTrouble: (error: unknown) => void },
): void {
  policy.onChange(() => void changed().catch(onTrouble));
  policy.keepFresh(onTrouble);
}
