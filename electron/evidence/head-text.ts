import type { EvidenceHead } from '../../shared/evidence.ts';

/** The end of a chain as a text to print or mail, with how to check it later. */
export function headText(head: EvidenceHead): string {
  const { chain, seq, hash, at } = head;
  return [
    'Callboard: head of the evidence',
    '',
    `Head:     ${chain}:${seq}:${hash}`,
    `Entries:  ${seq}`,
    `Date:     ${new Date(at).toISOString()} (of the last entry, by this computer’s clock)`,
    '',
    'Give this to somebody else. With it, anybody can check later that none of these entries was changed, cut out or moved:',
    `  node verify-evidence.mjs FILE --head ${chain}:${seq}:${hash}`,
    'It says nothing about later entries, and not that what was recorded is true.',
    '',
  ].join('\n');
}
