import { useAppState } from '../../api/app-state.tsx';

/** Tells of questionnaires whether the organisation's policy alone says what their results mean. */
export function useDescriptionLock(): (questionnaireId: string) => boolean {
  const { questionnaires, descriptionsLocked } = useAppState().policy;
  return (questionnaireId) => descriptionsLocked || questionnaires.includes(questionnaireId);
}
