/** In place of what is covered before a verdict (`WorkspaceRules.verdictFirst`). */
export const COVERED_WORDS = 'Covered until a verdict is given';
