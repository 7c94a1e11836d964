import { useDebouncedCallback } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { issueWords } from '../../../shared/words/input-words.ts';
import { type RulePart, type WorkspaceRules, workspaceRules } from '../../../shared/workspace-rules.ts';
import { useAppState, useWorkspace } from '../../api/app-state.tsx';

/** The debounce while typing, ms. */
const TYPING_MS = 500;

/** The rules in the form, saved when valid: at once, or debounced while typing. */
export function useRulesForm(saved: WorkspaceRules) {
  const [own, setTyped] = useState(saved);
  const [touched, setTouched] = useState<RulePart | null>(null);
  const { managedRules } = useAppState().policy;
  // What the policy sets may change while the form is open.
  const typed: WorkspaceRules = {
    ...own,
    ...Object.fromEntries(managedRules.map((part) => [part, saved[part]])),
  };
  const save = useSaveRules();
  const parsed = workspaceRules.safeParse(typed);
  const saveIfValid = (rules: WorkspaceRules) => {
    const valid = workspaceRules.safeParse(rules);
    if (valid.success) save.mutate(valid.data);
  };
  const saveLater = useDebouncedCallback(saveIfValid, { delay: TYPING_MS, flushOnUnmount: true });
  const change = <Part extends RulePart>(
    part: Part,
    value: WorkspaceRules[Part],
    { typing = false }: { readonly typing?: boolean } = {},
  ) => {
    const rules = { ...typed, [part]: value };
    setTouched(part);
    setTyped(rules);
    saveLater(rules);
    if (!typing) saveLater.flush();
  };
  return {
    typed,
    save,
    /** Whether the form is valid, and so is or will be saved. */
    isValid: parsed.success,
    /** The part changed last. */
    touched,
    /** The parts that the policy sets. */
    fixed: managedRules,
    /** The error of a field by its path (`callingHours.until`); undefined if it is valid. */
    errorOf: (path: string) => errorIn(parsed.error?.issues ?? [], path),
    /** Changes a part, and saves the rules if they are valid: once the person pauses if they are `typing`. */
    change,
  };
}

export type RulesForm = ReturnType<typeof useRulesForm>;

function errorIn(issues: readonly z.core.$ZodIssue[], path: string): string | undefined {
  const first = issues.find((issue) => issue.path.slice(0, 2).join('.') === path);
  return first && issueWords(first);
}

/** Saves the rules of the current workspace; they apply once this resolves. */
function useSaveRules() {
  const { api, queries } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rules: WorkspaceRules) => api.rules.save(rules),
    onSuccess: (rules) => client.setQueryData(queries.rules.get().queryKey, rules),
  });
}
