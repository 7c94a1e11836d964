import { constants } from 'node:fs';
import { lstat, open, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type PolicyProblem, policyProblem } from '../../../shared/policy.ts';
import { type FoundPolicy, LARGEST_POLICY, unreadable } from '../../policy/policy-text.ts';

/** Whose file a policy may be: the system's alone, or (in builds that are not packaged) anybody's. */
export type FileTrust = { readonly owners: readonly number[] } | 'anybody';

/** What a file holds, or why that is not known. */
export type FileContent = Uint8Array | Exclude<FoundPolicy, { kind: 'document' }>;

/** Others than the owner may write (POSIX mode bits). */
const WRITABLE_BY_OTHERS = 0o022;

/** A folder in which only the owner of an entry may replace it. */
const STICKY = 0o1000;

/**
 * Reads a policy file of the system. A file that others than its owner may write, or that lies in a folder of which
 * that is so, is not trusted: whoever can write it would be the one who sets the policy.
 */
export async function readTrustedFile(path: string, trust: FileTrust): Promise<FileContent> {
  try {
    const real = await realpath(path);
    const distrust = trust === 'anybody' ? undefined : await whyNotTrusted(real, trust.owners);
    return distrust ? unreadable(distrust) : await readWhole(real);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' && (await isThere(path))) {
      return unreadable(policyProblem('', 'dead_link'));
    }
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
    return unreadable(
      code === 'EACCES'
        ? policyProblem('', 'not_readable_by_you')
        : policyProblem('', 'not_read', { reason: String(code ?? 'unknown') }),
    );
  }
}

/** Whether there is anything of this name, be it a link that leads nowhere. */
function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function whyNotTrusted(path: string, owners: readonly number[]): Promise<PolicyProblem | undefined> {
  for (let place = path; ; place = dirname(place)) {
    const { uid, mode } = await stat(place);
    const folder = place === path ? null : place;
    if (!owners.includes(uid)) return policyProblem('', 'not_of_the_system', { folder });
    if ((mode & WRITABLE_BY_OTHERS) !== 0 && (place === path || (mode & STICKY) === 0)) {
      return policyProblem('', 'writable_by_others', { folder });
    }
    if (place === dirname(place)) return undefined;
  }
}

async function readWhole(path: string): Promise<FileContent> {
  // Not blocking: a pipe in the place of the file must not hang the start.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const info = await file.stat();
    if (!info.isFile()) return unreadable(policyProblem('', 'not_a_file'));
    if (info.size > LARGEST_POLICY) {
      return unreadable(policyProblem('', 'too_large', { mostBytes: LARGEST_POLICY }));
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}
