import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import type { z } from 'zod';
import type { CallingHours } from '../../../shared/calling-hours.ts';
import { issueWords } from '../../../shared/words/input-words.ts';
import { type ConsentRule, type WorkspaceRules, workspaceRules } from '../../../shared/workspace-rules.ts';
import { useSaveRules } from '../../api/rules.ts';

/** Typing is saved when it has come to rest for so long, ms. */
const TYPING_MS = 500;

/** The rules as they are typed, saved whenever they are right: at once, or when the typing has come to rest. */
export function useRulesForm(saved: WorkspaceRules) {
  const [typed, setTyped] = useState(saved);
  const [touched, setTouched] = useState<'hours' | 'consent' | null>(null);
  const save = useSaveRules();
  const checked = workspaceRules.safeParse(typed);
  const keep = (rules: WorkspaceRules) => {
    const right = workspaceRules.safeParse(rules);
    if (right.success) save.mutate(right.data);
  };
  const keepLater = useDebouncedCallback(keep, { delay: TYPING_MS, flushOnUnmount: true });
  const put = (rules: WorkspaceRules, typing: boolean) => {
    setTyped(rules);
    keepLater(rules);
    if (!typing) keepLater.flush();
  };
  return {
    typed,
    save,
    /** Whether everything typed is right, and so is or will be saved. */
    isRight: checked.success,
    /** The part changed last. */
    touched,
    /** What is wrong with a field, by its path (`callingHours.until`); undefined where nothing is. */
    errorOf: (path: string) => errorIn(checked.error?.issues ?? [], path),
    changeHours: (part: Partial<CallingHours>, { typing = false } = {}) => {
      setTouched('hours');
      put({ ...typed, callingHours: { ...typed.callingHours, ...part } }, typing);
    },
    changeConsent: (part: Partial<ConsentRule>, { typing = false } = {}) => {
      setTouched('consent');
      put({ ...typed, consent: { ...typed.consent, ...part } }, typing);
    },
  };
}

export type RulesForm = ReturnType<typeof useRulesForm>;

function errorIn(issues: readonly z.core.$ZodIssue[], path: string): string | undefined {
  const first = issues.find((issue) => issue.path.slice(0, 2).join('.') === path);
  return first && issueWords(first);
}
