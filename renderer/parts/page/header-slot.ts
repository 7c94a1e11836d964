import { createContext } from 'react';

/** The element in the header that takes the heading of the open page. */
export const HeaderSlot = createContext<HTMLElement | null>(null);
