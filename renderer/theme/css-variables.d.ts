import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties through which components pass sizes to our CSS modules. */
    [name: `--${string}`]: string | number | undefined;
  }
}
