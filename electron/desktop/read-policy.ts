import { app } from 'electron';
import { PolicyLoader } from '../policy/policy-loader.ts';
import { policySources } from './policy-sources.ts';

/**
 * Reads the organisation's policy from this system's sources; in an unpackaged build, from the file that
 * CALLBOARD_POLICY_FILE names if it is set. `lastPlace`: where it was in the last run, if there was one.
 */
export async function readPolicy(lastPlace: string | null): Promise<PolicyLoader> {
  const namedFile = process.env['CALLBOARD_POLICY_FILE'];
  const sources = policySources({ platform: process.platform, packaged: app.isPackaged, namedFile });
  const policy = new PolicyLoader({ sources, lastPlace });
  await policy.read();
  return policy;
}

/** Applies every changed policy, and rereads the policy every hour. */
export function followPolicy(
  policy: PolicyLoader,
  { changed, onTrouble }: { changed: () => Promise<unknown>; onTrouble: (error: unknown) => void },
): void {
  policy.onChange(() => void changed().catch(onTrouble));
  policy.rereadHourly(onTrouble);
}
