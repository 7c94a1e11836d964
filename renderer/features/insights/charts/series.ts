/** How a part of a bar is drawn: told apart by filling and pattern, not by colour alone. */
export type SeriesTone = 'solid' | 'striped' | 'hollow';

export interface Series {
  readonly name: string;
  readonly tone: SeriesTone;
}
