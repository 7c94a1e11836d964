/** A valid connection of a policy, with changes. */
export function entry(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    name: 'Hiring',
    base_url: 'https://screening.example.com',
    auth_url: 'https://login.example.com',
    client_id: 'callboard',
    client_secret: 'a-secret-of-the-policy',
    redirect_uri: 'app.callboard:/oauth/callback',
    ...changes,
  };
}
