import { createContext } from 'react';

/** The element in the header into which the open page renders its heading. */
export const HeaderSlot = createContext<HTMLElement | null>(null);
