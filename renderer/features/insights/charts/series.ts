/** How a part of a bar is drawn: series differ by fill and pattern, not by colour alone. */
type SeriesTone = 'solid' | 'striped' | 'hollow';

export interface Series {
  readonly name: string;
  readonly tone: SeriesTone;
}
