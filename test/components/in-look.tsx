import '@mantine/core/styles.css';
import '../../renderer/look/global.css';
import { MantineProvider } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { cssVariablesResolver, theme } from '../../renderer/look/theme.ts';

/** Renders a part in the app's own look. */
export function renderInLook(part: ReactElement) {
  return render(part, { wrapper: Look });
}

function Look({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
      {children}
    </MantineProvider>
  );
}
