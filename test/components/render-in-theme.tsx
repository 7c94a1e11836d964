import '@mantine/core/styles.css';
import '../../renderer/theme/global.css';
import { MantineProvider } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { InWorkspace } from '../../renderer/api/app-state.tsx';
import { cssVariablesResolver, theme } from '../../renderer/theme/theme.ts';
import type { Workspace } from '../../shared/workspace.ts';

/** The current workspace. */
const WORKSPACE: Workspace = {
  id: 'workspace-1',
  name: 'Acme',
  kind: 'service',
  baseUrl: 'https://acme.example',
  authUrl: 'https://acme.example',
  issuer: '',
  clientId: 'callboard',
  redirectUri: 'app.callboard:/oauth/callback',
};

/** Renders a component with the app's theme and a current workspace. */
export function renderInTheme(part: ReactElement) {
  return render(part, { wrapper: Providers });
}

function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
      <InWorkspace workspace={WORKSPACE}>{children}</InWorkspace>
    </MantineProvider>
  );
}
