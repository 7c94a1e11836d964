import { fail } from '../../shared/result.ts';

/** What is answered to whoever names a workspace that is not open: removed, or closed for a moment. */
export const WORKSPACE_CLOSED = fail('workspace_closed', 'This workspace is not open. Nothing was changed.', {
  nextStep: 'Try again in a moment. If it was removed, choose another workspace.',
});
