import { useQuery } from '@tanstack/react-query';
import { NO_POLICY } from '../../../shared/policy.ts';
import { queries } from '../../api/api.ts';

/** Tells of questionnaires whether the organisation's policy alone says what their results mean. */
export function useDescriptionLock(): (questionnaireId: string) => boolean {
  const { questionnaires, descriptionsLocked } =
    useQuery({ ...queries.app.state(), select: ({ policy }) => policy }).data ?? NO_POLICY;
  return (questionnaireId) => descriptionsLocked || questionnaires.includes(questionnaireId);
}
