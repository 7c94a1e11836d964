/** The app's own modules that the benchmark runs without a window, bundled as the app's build bundles them. */
export { openTokenConnection } from '../../electron/auth/token-request.ts';
export { ConfiguredNetwork } from '../../electron/network/configured-network.ts';
export { StoredProxyCredentials } from '../../electron/network/network-manager.ts';
export { FREE } from '../../electron/policy/judge-policy.ts';
export { openStorage } from '../../electron/storage/storage.ts';
export { TeamClaims } from '../../electron/team/team-claims.ts';
export { TeamDatabase } from '../../electron/team/team-database.ts';
export { TeamSync } from '../../electron/team/team-sync.ts';
export { WorkspaceManager } from '../../electron/workspaces/workspace-manager.ts';
export { CUSTOM_SCHEME_REDIRECT } from '../../shared/custom-scheme.ts';
export { settings } from '../../shared/settings.ts';
export { teamInput } from '../../shared/team.ts';
