import type { SyntaxNode } from './syntax.ts';

/** Something that the app's source must not hold. */
export interface Rule {
  readonly id: string;
  /** What must not be there, as the end of a sentence: "electron/main.ts:7 …". */
  readonly says: string;
  /** Folders or files it is about. */
  readonly within: readonly string[];
  /** Files that may. */
  readonly but?: readonly string[];
  /** Points of Electron's security checklist it holds up. */
  readonly points: readonly number[];
  /** Checks of electronegativity 1.10 that it stands for. */
  readonly standsFor: readonly string[];
  /** Whether this node breaks it. */
  readonly breaks: (node: SyntaxNode) => boolean;
  /** Sources that break it, in a file of the first folder of `within`: a test shows that each is seen. */
  readonly bad: readonly string[];
  /** Sources beside them that do not. */
  readonly good: readonly string[];
}

/** All that is packed into the app. The preview is not, and is held to the same where that makes sense. */
export const APP = ['electron', 'renderer', 'shared', 'practice'];
export const MAIN = ['electron'];
export const PAGE = ['renderer', 'shared'];
