/**
 * The app's policy with the preview's socket added to `connect-src`, and nothing else changed.
 *
 * A policy without `connect-src` falls back to `default-src` (CSP Level 3, section 6.8.3), so its sources are copied.
 * `header` may hold several policies, comma-separated; all of them apply.
 */
export function widenConnectSrc(header: string, socketSources: readonly string[]): string {
  return header
    .split(',')
    .map((policy) => widenPolicy(policy, socketSources))
    .join(', ');
}

function widenPolicy(policy: string, socketSources: readonly string[]): string {
  const directives = policy
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name]) => name !== '');
  const sourcesOf = (directive: string) =>
    directives.find(([name]) => name?.toLowerCase() === directive)?.slice(1);
  const present = sourcesOf('connect-src') ?? sourcesOf('default-src');
  if (present === undefined) return policy.trim();
  const allowed = present.filter((source) => source.toLowerCase() !== "'none'");
  const others = directives.filter(([name]) => name?.toLowerCase() !== 'connect-src');
  return [...others, ['connect-src', ...allowed, ...socketSources]]
    .map((words) => words.join(' '))
    .join('; ');
}
