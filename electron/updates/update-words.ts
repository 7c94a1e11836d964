import type { UpdateProblem } from '../../shared/updates.ts';

const WORDS: Readonly<Record<UpdateProblem['during'], Omit<UpdateProblem, 'during'>>> = {
  check: {
    message: 'Callboard could not find out whether there is a newer version.',
    nextStep: 'Check your connection to the internet and try again.',
  },
  download: {
    message: 'The update could not be downloaded.',
    nextStep: 'Try again. What was downloaded is used only if it is whole and genuine.',
  },
  install: {
    message: 'The update could not be installed.',
    nextStep: 'Download it again, or install the new version by hand.',
  },
};

/** What codes of the updater mean that a person can do something about. */
const KNOWN: Readonly<Record<string, Omit<UpdateProblem, 'during'>>> = {
  ERR_CHECKSUM_MISMATCH: {
    message: 'The download was damaged or is not the published one, so Callboard threw it away.',
    nextStep: 'Try again. If it happens again, tell whoever looks after your network.',
  },
  ERR_UPDATER_INVALID_SIGNATURE: {
    message: 'The download is not signed by the makers of Callboard, so Callboard threw it away.',
    nextStep: 'Do not install it by hand. Tell whoever looks after your computers.',
  },
  ENOSPC: {
    message: 'There is not enough free space on the disk for the update.',
    nextStep: 'Make room and try again.',
  },
};

/** Words for what an updater threw. Its own message may hold paths and addresses and is for the log alone. */
export function updateProblem(during: UpdateProblem['during'], error: unknown): UpdateProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { during, ...(KNOWN[code] ?? WORDS[during]) };
}
