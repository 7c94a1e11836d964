import type { UpdateProblem } from '../../shared/updates.ts';
import { errorCode } from '../network/system-error.ts';

const FAILED: Readonly<Record<UpdateProblem['during'], UpdateProblem['code']>> = {
  check: 'check_failed',
  download: 'download_failed',
  install: 'install_failed',
};

/** Updater and system codes a person can act on. */
const KNOWN: Readonly<Record<string, UpdateProblem['code']>> = {
  ERR_CHECKSUM_MISMATCH: 'not_as_published',
  ERR_UPDATER_INVALID_SIGNATURE: 'signature_wrong',
  proxy_sign_in: 'proxy_sign_in',
  ENOSPC: 'disk_full',
};

/** An updater's error as a code. Its message may contain paths and addresses, so only the log gets it. */
export function updateProblem(during: UpdateProblem['during'], error: unknown): UpdateProblem {
  return { during, code: KNOWN[errorCode(error) ?? ''] ?? FAILED[during] };
}
