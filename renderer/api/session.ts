import { useMutation } from '@tanstack/react-query';
import { api } from './api.ts';
import { SHOW_ERROR_IN_SHELL } from './standing-problem.ts';

/** Opens the system browser to sign in to the current workspace. */
export function useSignIn() {
  return useMutation({ mutationFn: () => api.session.signIn() });
}

/** Signs out of the current workspace; what waits stays on this computer. */
export function useSignOut() {
  return useMutation({ mutationFn: () => api.session.signOut(), meta: SHOW_ERROR_IN_SHELL });
}

/** Stops waiting for the browser. */
export function useCancelSignIn() {
  return useMutation({ mutationFn: () => api.session.cancel() });
}

/** Hands over the address the browser ended on, copied by hand. */
export function usePasteReturnAddress() {
  return useMutation({ mutationFn: (text: string) => api.session.pasteReturnAddress({ text }) });
}
