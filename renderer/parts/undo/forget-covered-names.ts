import type { Bridge } from '../../../shared/ipc/bridge.ts';
import { forgetChanges } from './undo-stack.ts';

/** Forgets what could be undone where names become covered: its words have them. Returns the function that ends it. */
export function forgetCoveredNames(bridge: Pick<Bridge, 'onChange'>): () => void {
  return bridge.onChange(({ topic, workspaceId, names = false }) => {
    if (topic === 'covering' && names) forgetChanges(workspaceId ?? null);
  });
}
