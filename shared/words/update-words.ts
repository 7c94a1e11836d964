import type { UpdateProblem } from '../updates.ts';
import type { ProblemWords } from './problem-words.ts';

export const UPDATE_PROBLEM_WORDS: Readonly<Record<UpdateProblem['code'], ProblemWords>> = {
  check_failed: {
    message: 'Callboard could not find out whether there is a newer version.',
    nextStep: 'Check your connection to the internet and try again.',
  },
  download_failed: {
    message: 'The update could not be downloaded.',
    nextStep: 'Try again. What was downloaded is used only if it is whole and genuine.',
  },
  install_failed: {
    message: 'The update could not be installed.',
    nextStep: 'Download it again, or install the new version by hand.',
  },
  not_as_published: {
    message: 'The download was damaged or is not the published one, so Callboard threw it away.',
    nextStep: 'Try again. If it happens again, tell whoever looks after your network.',
  },
  signature_wrong: {
    message: 'The download is not signed by the makers of Callboard, so Callboard threw it away.',
    nextStep: 'Do not install it by hand. Tell whoever looks after your computers.',
  },
  disk_full: {
    message: 'There is not enough free space on the disk for the update.',
    nextStep: 'Make room and try again.',
  },
};
