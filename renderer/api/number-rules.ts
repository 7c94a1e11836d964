import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { NumberRefusal } from '../../shared/number-refusal.ts';
import type { TriesRule } from '../../shared/tries.ts';
import { useWorkspace, type WorkspaceAccess } from './workspace.ts';

/** What the rules say about calling numbers (E.164). */
export interface NumberRules {
  readonly refusals: ReadonlyMap<string, NumberRefusal>;
  /** How many more tries each number has left, by number; null if nothing limits them. */
  readonly tries: { readonly rule: TriesRule; readonly left: ReadonlyMap<string, number> } | null;
}

/** Phone numbers per call, so that no single call keeps the database busy noticeably long. */
const CHUNK_SIZE = 1000;

/**
 * What the rules say about calling these numbers, not before a moment (UTC ms): looked up while `enabled`, and again when the
 * rules or the do-not-call list change.
 */
export function useNumberRules(phoneNumbers: readonly string[], notBefore: number | null, enabled: boolean) {
  const workspace = useWorkspace();
  return useQuery({
    queryKey: workspace.keys.numberRules(phoneNumbers, notBefore),
    queryFn: () => checkNumbers(workspace, phoneNumbers, notBefore),
    enabled: enabled && phoneNumbers.length > 0,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}

async function checkNumbers(
  { api }: WorkspaceAccess,
  phoneNumbers: readonly string[],
  notBefore: number | null,
): Promise<NumberRules> {
  const refusals = new Map<string, NumberRefusal>();
  const left = new Map<string, number>();
  let rule: TriesRule | null = null;
  for (let start = 0; start < phoneNumbers.length; start += CHUNK_SIZE) {
    const chunk = phoneNumbers.slice(start, start + CHUNK_SIZE);
    const checks = await api.submissions.checkNumbers({ phoneNumbers: chunk, notBefore });
    rule = checks.tries?.rule ?? null;
    for (const [index, phoneNumber] of chunk.entries()) {
      const refusal = checks.refusals[index];
      if (refusal) refusals.set(phoneNumber, refusal);
      left.set(phoneNumber, checks.tries?.left[index] ?? 0);
    }
  }
  return { refusals, tries: rule && { rule, left } };
}
