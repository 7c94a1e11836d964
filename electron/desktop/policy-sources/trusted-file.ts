import { constants } from 'node:fs';
import { lstat, open, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type PolicyProblem, policyProblem } from '../../../shared/policy.ts';
import { errorCode } from '../../network/system-error.ts';
import { type FoundPolicy, MAX_POLICY_SIZE, unreadable } from '../../policy/policy-text.ts';

/** Who may own a policy file: these user ids, or anybody (unpackaged builds only). */
export type FileTrust = { readonly owners: readonly number[] } | 'anybody';

/** A file's content, or why it couldn't be read. */
export type FileContent = Uint8Array | Exclude<FoundPolicy, { kind: 'document' }>;

/** Write permission for group and others (POSIX mode bits). */
const WRITABLE_BY_OTHERS = 0o022;

/** In a sticky folder only an entry's owner can replace it. */
const STICKY = 0o1000;

/**
 * Reads a system policy file. The file and every folder above it must be writable by trusted owners only: anybody else
 * who can write there could set the policy.
 */
export async function readTrustedFile(path: string, trust: FileTrust): Promise<FileContent> {
  try {
    const real = await realpath(path);
    const distrust = trust === 'anybody' ? undefined : await whyNotTrusted(real, trust.owners);
    return distrust ? unreadable(distrust) : await readWhole(real);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' && (await exists(path))) {
      return unreadable(policyProblem('', 'dead_link'));
    }
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
    return unreadable(
      code === 'EACCES'
        ? policyProblem('', 'not_readable_by_you')
        : policyProblem('', 'not_read', { reason: code ?? 'unknown' }),
    );
  }
}

/** Whether the path exists, even as a dangling symbolic link. */
function exists(path: string): Promise<boolean> {
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
  // O_NONBLOCK: a FIFO in the file's place must not block the start.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const info = await file.stat();
    if (!info.isFile()) return unreadable(policyProblem('', 'not_a_file'));
    if (info.size > MAX_POLICY_SIZE) {
      return unreadable(policyProblem('', 'too_large', { mostBytes: MAX_POLICY_SIZE }));
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}
