import { useMutation } from '@tanstack/react-query';
import { api as appApi } from './api.ts';
import { SHOW_ERROR_IN_SHELL } from './shell-error.ts';
import { useWorkspace } from './workspace.ts';

/** Opens the system browser to sign in to the current workspace. */
export function useSignIn() {
  const { api } = useWorkspace();
  return useMutation({ mutationFn: () => api.session.signIn() });
}

/** Signs out of the current workspace; what waits stays on this computer. */
export function useSignOut() {
  const { api } = useWorkspace();
  return useMutation({ mutationFn: () => api.session.signOut(), meta: SHOW_ERROR_IN_SHELL });
}

/** Stops waiting for the browser. */
export function useCancelSignIn() {
  const { api } = useWorkspace();
  return useMutation({ mutationFn: () => api.session.cancel() });
}

/** Hands over the address the browser ended on, copied by hand. */
export function usePasteReturnAddress() {
  return useMutation({ mutationFn: (text: string) => appApi.session.pasteReturnAddress({ text }) });
}
