import type { SyntaxNode } from './syntax.ts';

/** A rule about the app's source code. */
export interface Rule {
  readonly id: string;
  /** Description of a violation, to continue "electron/main.ts:7 …". */
  readonly says: string;
  /** Folders or files to check. */
  readonly within: readonly string[];
  /** Exempt files. */
  readonly but?: readonly string[];
  /** Items of Electron's security checklist that it enforces. */
  readonly points: readonly number[];
  /** Checks of electronegativity 1.10 that it replaces. */
  readonly standsFor: readonly string[];
  /** Whether this node violates the rule. */
  readonly breaks: (node: SyntaxNode) => boolean;
  /** Samples that violate the rule, in a file of the first folder of `within`; a test checks that each is found. */
  readonly bad: readonly string[];
  /** Similar samples that are allowed. */
  readonly good: readonly string[];
}

/** Everything that is packed into the app; some rules also check the preview. */
export const APP = ['electron', 'renderer', 'shared', 'practice'];
export const MAIN = ['electron'];
export const PAGE = ['renderer', 'shared'];
