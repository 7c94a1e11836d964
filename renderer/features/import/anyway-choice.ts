import { createContext, useContext } from 'react';

/** Says whether a row, by its number, goes although it is a duplicate. */
export type ChooseAnyway = (numbers: readonly number[], on: boolean) => void;

const ChooseAnywayContext = createContext<ChooseAnyway>(() => undefined);

/** Gives the cells of the review the way to say so. */
export const ChooseAnywayProvider = ChooseAnywayContext;

export function useChooseAnyway(): ChooseAnyway {
  return useContext(ChooseAnywayContext);
}
