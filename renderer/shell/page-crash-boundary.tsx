import { Component, type ReactNode } from 'react';
import { WINDOW_FAILURES } from '../../shared/words/failures/window-failures.ts';
import { ApiError } from '../api/api-error.ts';
import { ErrorNotice } from '../parts/notice/error-notice.tsx';

interface State {
  readonly error: unknown;
}

/** Error boundary: shows a notice in place of a page that fails to render, and keeps the rest of the window working. */
export class PageCrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    const shown = new ApiError({ code: 'page_failed', values: null }, WINDOW_FAILURES.page_failed, {
      cause: this.state.error,
    });
    return (
      <div style={{ padding: 24 }}>
        <ErrorNotice error={shown} onRetry={() => this.setState({ error: null })} />
      </div>
    );
  }
}
