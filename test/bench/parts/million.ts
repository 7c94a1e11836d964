import type { Part } from '../part.ts';
import { grownHistory } from './history.ts';
import { typedInto } from './typing.ts';

const MILLION = 1_000_000;

/** The last of all: the history takes half an hour to be made the first time. */
export const million: Part = {
  name: 'million',
  budgets: ['F5', 'F14', 'F15'],
  about:
    'typing into the search, lists, submit and opening with 1,000,000 requests (made once: half an hour)',
  run: async (bench) => ({
    figures: [await typedInto(bench, MILLION, 250), ...(await grownHistory(bench, MILLION))],
  }),
};
