import { NO_POLICY } from '../../../shared/policy.ts';
import { usePolicyInDialog } from '../../api/app-state.tsx';

/** Tells of questionnaires whether the organisation's policy alone says what their results mean. */
export function useDescriptionLock(): (questionnaireId: string) => boolean {
  const { questionnaires, descriptionsLocked } = usePolicyInDialog() ?? NO_POLICY;
  return (questionnaireId) => descriptionsLocked || questionnaires.includes(questionnaireId);
}
