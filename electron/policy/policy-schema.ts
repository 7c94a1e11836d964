import { z } from 'zod';
import { issueMessage } from '../../shared/input-problems.ts';
import { teamConnection } from '../../shared/team.ts';
import { connectionInput } from '../../shared/workspace.ts';
import { policyDoNotCall } from './judge-do-not-call.ts';
import { policyRetention } from './judge-retention.ts';
import { policyQuestionnaires } from './policy-questionnaires.ts';
import { policyRules } from './policy-rules.ts';
import { POLICY_SETTINGS, valueSchema } from './policy-settings.ts';

export const MAX_CONNECTIONS = 50;

const { shape: input } = connectionInput;
const { shape: team } = teamConnection;

const ownFile = z.string().trim().min(1, issueMessage('file_path_missing')).max(4000).optional();

/** The team database of a connection, without a password: each person has their own. */
const policyTeam = z
  .strictObject({
    host: team.host.describe('The name or address of the server, such as db.example.com.'),
    port: team.port.describe('Its port.'),
    database: team.database.describe('The name of the database.'),
    schema: team.schema.describe("The team's name in the database (docs/team.md)."),
    tls: team.tls.describe(
      'verify-full: encrypted, and the server is verified. require: encrypted, but not verified. off: not encrypted.',
    ),
    user: team.user.optional().describe('The user name. If it is left out, each person enters their own.'),
    client_certificate: ownFile.describe('The path of a client certificate in PEM.'),
    client_key: ownFile.describe('The path of its key in PEM, without a passphrase.'),
  })
  .describe(
    'The PostgreSQL database that the workspace shares with colleagues. People enter their name and password, and can neither change it nor leave the team.',
  );

/** An organisation's connection. Its fields follow the rules of the connection form. */
export const policyConnection = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1, issueMessage('connection_name_missing'))
      .max(80, issueMessage('too_long', { most: 80 }))
      .describe("The workspace's name in Callboard."),
    base_url: input.baseUrl.describe('Service address. A different address means a different workspace.'),
    auth_url: input.authUrl.describe('Sign-in address.'),
    issuer: input.issuer.describe(
      'Only if the sign-in service names an issuer other than its sign-in address: the issuer, character for character.',
    ),
    client_id: input.clientId.describe('Client ID. A different client means a different workspace.'),
    client_secret: z
      .string()
      .min(1, issueMessage('client_secret_to_leave_out'))
      .max(4000)
      .optional()
      .describe('Client secret. If it is left out, Callboard asks each person for it once.'),
    redirect_uri: input.redirectUri.describe('Redirect address as registered with the service.'),
    team: policyTeam.optional(),
  })
  .describe('A connection to a service.');
export type PolicyConnection = z.output<typeof policyConnection>;

/** The parts of a policy that are not settings. */
const own = {
  $schema: z.string().optional().describe('Used only by editors.'),
  workspaces: z
    .array(policyConnection)
    .max(MAX_CONNECTIONS)
    .optional()
    .describe("The organisation's connections. People can't change or remove them."),
  locked: z
    .boolean()
    .optional()
    .describe(
      "True: Callboard uses only these connections. People can't add others, and existing workspaces of other connections can be read but send nothing.",
    ),
  practice_workspace: z
    .boolean()
    .optional()
    .describe("False: people can't open the practice workspace, and an existing one sends nothing."),
  exports: z
    .boolean()
    .optional()
    .describe(
      "False: people can't save candidates' data to files: lists, reports, tables, the do-not-call list. Backups, the evidence and what is held about one person still can.",
    ),
  do_not_call: policyDoNotCall.optional(),
  rules: policyRules.optional(),
  questionnaires: policyQuestionnaires.optional(),
  retention: policyRetention.optional(),
};
export const OWN_KEYS = Object.keys(own);

/** Settings by group; those without a group have the key ''. */
export const SETTING_GROUPS = Map.groupBy(POLICY_SETTINGS, ({ path }) =>
  path.includes('.') ? path.slice(0, path.indexOf('.')) : '',
);

export function nameInGroup(path: string): string {
  return path.slice(path.indexOf('.') + 1);
}

/** The published schema. Policies are validated part by part, so that one mistake doesn't void the rest. */
export const policySchema = z
  .strictObject({ ...own, ...settingShapes() })
  .meta({ title: 'Callboard policy', description: 'Settings an organisation manages for Callboard.' });

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
