const sizes = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** A size in bytes as text: `12 kB`, `3.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${sizes.format(bytes)} bytes`;
  return bytes < 1_000_000
    ? `${sizes.format(Math.round(bytes / 1000))} kB`
    : `${sizes.format(bytes / 1_000_000)} MB`;
}
