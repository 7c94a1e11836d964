import type { UpdateProblem } from '../updates.ts';
import type { ProblemWords } from './problem-words.ts';

export const UPDATE_PROBLEM_WORDS: Readonly<Record<UpdateProblem['code'], ProblemWords>> = {
  check_failed: {
    message: "Couldn't check for updates.",
    nextStep: 'Check your connection to the internet and try again.',
  },
  download_failed: {
    message: "Couldn't download the update.",
    nextStep: 'Try again. Callboard uses a download only if it is complete and genuine.',
  },
  install_failed: {
    message: "Couldn't install the update.",
    nextStep: 'Download it again, or install the new version by hand.',
  },
  not_as_published: {
    message: 'The download was damaged or is not the published one, so Callboard discarded it.',
    nextStep: 'Try again. If it happens again, tell whoever looks after your network.',
  },
  signature_wrong: {
    message:
      'What the update server offers is not signed by the makers of Callboard, so Callboard discarded it.',
    nextStep: 'Do not install it by hand. Tell whoever looks after your computers.',
  },
  proxy_sign_in: {
    message:
      'The proxy did not let Callboard reach the update server without a valid user name and password.',
    nextStep: 'Enter them in Settings > Network, then try again.',
  },
  disk_full: {
    message: 'There is not enough free space on the disk for the update.',
    nextStep: 'Free some space and try again.',
  },
};
