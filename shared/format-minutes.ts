/** A duration in minutes as text: `45 min`, `2 h 5 min`, `3 d 4 h`. */
export function formatMinutes(minutes: number): string {
  if (minutes < 1 && minutes > 0) return 'under 1 min';
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  if (whole < 24 * 60) return joined(Math.floor(whole / 60), 'h', whole % 60, 'min');
  return joined(Math.floor(whole / (24 * 60)), 'd', Math.floor((whole % (24 * 60)) / 60), 'h');
}

function joined(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}
