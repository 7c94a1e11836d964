import { createContext, useContext } from 'react';

/** Whether the row around a cell is the active one. */
export const RowActivity = createContext(false);

/** The tabindex of a control inside a row: only the active row's controls are tab stops. */
export function useRowTabIndex(): 0 | -1 {
  return useContext(RowActivity) ? 0 : -1;
}
