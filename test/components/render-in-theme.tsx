import '@mantine/core/styles.css';
import '../../renderer/theme/global.css';
import { MantineProvider } from '@mantine/core';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { type RenderResult, render } from 'vitest-browser-react';
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

/** Renders a component with the app's theme and a current workspace; resolves once it is on screen. */
export async function renderInTheme(part: ReactElement): Promise<RenderResult> {
  const first = watched(part);
  const screen = await render(first.part, { wrapper: Providers });
  await first.shown;
  return {
    ...screen,
    rerender: async (next: ReactNode): Promise<void> => {
      const again = watched(next);
      await screen.rerender(again.part);
      await again.shown;
    },
  };
}

/** React, as it is shipped, renders somewhat later than it is asked to. */
function watched(part: ReactNode): { part: ReactElement; shown: Promise<void> } {
  const { promise: shown, resolve } = Promise.withResolvers<void>();
  return {
    part: (
      <>
        {part}
        <Shown onShown={resolve} />
      </>
    ),
    shown,
  };
}

function Shown({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown]);
  return null;
}

function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
      <InWorkspace workspace={WORKSPACE}>{children}</InWorkspace>
    </MantineProvider>
  );
}
