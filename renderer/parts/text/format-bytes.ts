const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a size in the system's locale: `0.8 kB`, `12.3 MB`, `1.2 TB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 1 : Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1000 ** power;
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: units[power - 1] ?? 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: size < 100 ? 1 : 0,
  }).format(size);
}
