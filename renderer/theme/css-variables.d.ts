import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Our CSS modules take measures from components as custom properties. */
    [name: `--${string}`]: string | number | undefined;
  }
}
