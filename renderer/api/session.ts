import { useMutation } from '@tanstack/react-query';
import { api as appApi } from './api.ts';
import { useWorkspace } from './app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from './query-client.ts';

/** Opens the system browser for signing in to the current workspace. */
export function useSignIn() {
  const { api } = useWorkspace();
  return useMutation({ mutationFn: () => api.session.signIn() });
}

/** Signs out of the current workspace; waiting submissions stay on this computer. */
export function useSignOut() {
  const { api } = useWorkspace();
  return useMutation({ mutationFn: () => api.session.signOut(), meta: SHOW_ERROR_IN_SHELL });
}

export function useCancelSignIn() {
  const { api } = useWorkspace();
  return useMutation({ mutationFn: () => api.session.cancel() });
}

/** Completes a sign-in with the return address that the person copied from the browser. */
export function usePasteReturnAddress() {
  return useMutation({ mutationFn: (text: string) => appApi.session.pasteReturnAddress({ text }) });
}
