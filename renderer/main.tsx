import './zod-without-eval.ts';
// Before every component, whose own rules are as specific and win by coming later.
import './theme/mantine-styles.ts';
import './theme/global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { afterPaint } from './api/after-paint.ts';
import { createQueryClient, dismissOnChange } from './api/query-client.ts';
import { reportPageError, reportPageErrors } from './api/report-page-errors.ts';
import { invalidateOnChange } from './api/stale.ts';
import { App } from './app.tsx';
import { preloadPages } from './lazy-pages.ts';
import { forgetErased } from './parts/toast.tsx';
import { handleNavigation } from './routes/handle-navigation.ts';
import { hashHref, useHashLocation, useHashSearch } from './routes/hash-location.ts';
import { trackTyping } from './routes/unsaved-work.ts';
import { DeferredOverlays } from './shell/deferred-overlays.tsx';
import {
  ColorScheme,
  installTrustedTypesPolicy,
  printInLight,
  shareStyleNonce,
  styleNonce,
} from './theme/start-theme.tsx';
import { cssVariablesResolver, theme } from './theme/theme.ts';

installTrustedTypesPolicy();
shareStyleNonce();
reportPageErrors();
const client = createQueryClient();
invalidateOnChange(window.callboard, client, document, (flush) => void afterPaint().then(flush));
dismissOnChange(window.callboard);
forgetErased(window.callboard);
handleNavigation(window.callboard);
trackTyping();
preloadPages();
printInLight();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// React reports errors, caught by a boundary or not, only to these callbacks.
const onError = (error: unknown): void => {
  console.error(error);
  reportPageError(error);
};
createRoot(root, { onCaughtError: onError, onUncaughtError: onError }).render(<Root />);

function Root() {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          defaultColorScheme="auto"
          getStyleNonce={styleNonce}
        >
          <ColorScheme />
          <Router hook={useHashLocation} searchHook={useHashSearch} hrefs={hashHref}>
            <App />
            <DeferredOverlays />
          </Router>
        </MantineProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
