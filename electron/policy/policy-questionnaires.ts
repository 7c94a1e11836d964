import { z } from 'zod';
import { describedField, libraryLabel, MAX_DESCRIBED } from '../../shared/library.ts';

export const MAX_POLICY_QUESTIONNAIRES = 500;

const { shape: label } = libraryLabel;

export const policyDescribedField = describedField.strict();

/** A questionnaire as an entry of a Library file (shared/library-file.ts), of which a policy uses the ID and the fields. */
export const policyQuestionnaire = z
  .strictObject({
    kind: z.literal('questionnaire').optional(),
    id: label.serviceId.describe('The ID of the questionnaire.'),
    name: label.name.describe('Not used: people name their questionnaires themselves.'),
    note: label.note.describe('Not used.'),
    default_questionnaire: z.null().optional().describe('Not used.'),
    archived: z.boolean().optional().describe('Not used.'),
    fields: z
      .array(policyDescribedField)
      .max(MAX_DESCRIBED)
      .describe(
        'What its results mean: each path with a label and, where there is one, a scale (smallest, largest), which end is better, whether it is the headline, and whether it may be seen before a verdict (cover: open).',
      ),
  })
  .describe('A questionnaire, written as in a Library file.');

/** The published schema of this part. */
export const policyQuestionnaires = z
  .array(policyQuestionnaire)
  .max(MAX_POLICY_QUESTIONNAIRES)
  .describe(
    'What the results of these questionnaires mean, in every workspace: the entries of an exported Library file. People can not change it.',
  );
