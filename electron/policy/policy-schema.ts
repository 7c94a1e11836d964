import { z } from 'zod';
import { issueMessage } from '../../shared/input-problems.ts';
import { connectionInput } from '../../shared/workspace.ts';
import { POLICY_SETTINGS, valueSchema } from './policy-settings.ts';

/** More connections than anybody could tell apart in a menu. */
export const MOST_CONNECTIONS = 50;

const { shape: typed } = connectionInput;

/** A connection of the organisation. Names, addresses and so on are held to the rules of the connection form. */
export const policyConnection = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1, issueMessage('connection_name_missing'))
      .max(80, issueMessage('too_long', { most: 80 }))
      .describe('What the workspace is called in Callboard.'),
    base_url: typed.baseUrl.describe('Service address. Another address is another workspace.'),
    auth_url: typed.authUrl.describe('Sign-in address.'),
    client_id: typed.clientId.describe('Client ID. Another client is another workspace.'),
    client_secret: z
      .string()
      .min(1, issueMessage('client_secret_to_leave_out'))
      .max(4000)
      .optional()
      .describe('Client secret. Without it, each person is asked for it once.'),
    redirect_uri: typed.redirectUri.describe('Redirect address as registered with the service.'),
  })
  .describe('A connection to a service.');
export type PolicyConnection = z.output<typeof policyConnection>;

/** What of a policy is not a setting. */
const own = {
  $schema: z.string().optional().describe('For editors alone.'),
  workspaces: z
    .array(policyConnection)
    .max(MOST_CONNECTIONS)
    .optional()
    .describe('The connections of the organisation. People can neither change nor remove them.'),
  locked: z
    .boolean()
    .optional()
    .describe(
      'True: only these connections are used. None can be added, and workspaces of other connections can be read but send nothing.',
    ),
  practice_workspace: z
    .boolean()
    .optional()
    .describe('False: the practice workspace cannot be opened, and sends nothing where there is one.'),
};
export const OWN_KEYS = Object.keys(own);

/** Settings by their group; those without one under the empty name. */
export const SETTING_GROUPS = Map.groupBy(POLICY_SETTINGS, ({ path }) =>
  path.includes('.') ? path.slice(0, path.indexOf('.')) : '',
);

/** The name of a setting within its group. */
export function nameInGroup(path: string): string {
  return path.slice(path.indexOf('.') + 1);
}

/** The whole policy, as it is published. What is read is judged part by part: one mistake does not void the rest. */
export const policySchema = z
  .strictObject({ ...own, ...settingShapes() })
  .meta({ title: 'Callboard policy', description: 'What an organisation sets for Callboard.' });

function settingShapes(): Record<string, z.ZodType> {
  const shapes: Record<string, z.ZodType> = {};
  for (const [group, members] of SETTING_GROUPS) {
    const inGroup = Object.fromEntries(
      members.map((member) => [nameInGroup(member.path), valueSchema(member)]),
    );
    if (group === '') Object.assign(shapes, inGroup);
    else shapes[group] = z.strictObject(inGroup).optional();
  }
  return shapes;
}
