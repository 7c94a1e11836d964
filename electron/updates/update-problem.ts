import type { UpdateProblem } from '../../shared/updates.ts';

const FAILED: Readonly<Record<UpdateProblem['during'], UpdateProblem['code']>> = {
  check: 'check_failed',
  download: 'download_failed',
  install: 'install_failed',
};

/** What codes of the updater mean that a person can do something about. */
const KNOWN: Readonly<Record<string, UpdateProblem['code']>> = {
  ERR_CHECKSUM_MISMATCH: 'not_as_published',
  ERR_UPDATER_INVALID_SIGNATURE: 'signature_wrong',
  ENOSPC: 'disk_full',
};

/** What an updater threw. Its own message may hold paths and addresses and is for the log alone. */
export function updateProblem(during: UpdateProblem['during'], error: unknown): UpdateProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { during, code: KNOWN[code] ?? FAILED[during] };
}
