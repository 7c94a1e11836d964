import { describedFields } from '../../shared/library.ts';
import { readSafely } from '../../shared/read-safely.ts';
import type { JudgedQuestionnaires, QuestionnaireMeaning } from './judge-questionnaires.ts';

/** A policy's effect on what results mean. What people described is kept underneath, for when the policy is removed. */
export interface MeaningOverlay {
  /** The questionnaires that it describes; a field that is missing here is described by nobody. */
  readonly described: readonly QuestionnaireMeaning[];
  /** Nobody can describe any other questionnaire either: it can't be read which ones the policy describes. */
  readonly locked: boolean;
}

/** Described fields as JSON, by the ID of their questionnaire. */
export type LastMeaning = Readonly<Record<string, unknown>>;

/** What holds under a policy. `last`: what the last policies said, which still holds where this one can't be read. */
export function meaningOverlay(judged: JudgedQuestionnaires, last: LastMeaning): MeaningOverlay {
  const remembered = meaningToRemember(judged, last);
  // A questionnaire whose description can't be told has none: what a person said of it could uncover results.
  const untold = judged.unclear.filter((id) => !Object.hasOwn(remembered, id));
  return {
    described: [
      ...Object.entries(remembered).map(([id, fields]) => ({ id, fields })),
      ...untold.map((id) => ({ id, fields: [] })),
    ],
    locked: !judged.complete,
  };
}

/** What this policy says; where it can't be read, what earlier ones said. */
export function meaningToRemember(
  { described, unclear, complete }: JudgedQuestionnaires,
  last: LastMeaning,
): Readonly<Record<string, QuestionnaireMeaning['fields']>> {
  const earlier = Object.entries(last).flatMap(([id, json]) => {
    const { success, data } = readSafely(describedFields, json);
    return success && (!complete || unclear.includes(id)) ? [[id, data] as const] : [];
  });
  const told = described.map(({ id, fields }) => [id, fields] as const);
  return Object.fromEntries([...earlier, ...told]);
}
