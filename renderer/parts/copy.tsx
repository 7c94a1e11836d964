import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { requestSummary } from '../../shared/request-summary.ts';
import { api, type WorkspaceAccess } from '../api/api.ts';
import { requestDeepLink } from '../routes/paths.ts';
import { showToast } from './toast.tsx';

/** A button that copies a text. `label` says what it copies: `Copy request ID`. */
export function CopyIconButton({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <Tooltip label={copied ? 'Copied' : label}>
      <ActionIcon size="sm" aria-label={label} onClick={copy}>
        {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}

/** Copies a text and confirms it; if that fails, shows the text to be copied by hand. Resolves to whether it succeeded. */
export async function copyWithToast(text: string, name: string): Promise<boolean> {
  const copied = await copyText(text);
  showToast({
    tone: copied ? 'done' : 'problem',
    title: copied ? `${name} copied` : `Couldn't copy the ${name}`,
    message: copied ? undefined : text,
  });
  return copied;
}

/** The most requests whose summaries are copied together. */
const MOST_SUMMARIES = 100;

/** Copies a summary of each of these requests, and notes it in the evidence. */
export async function copySummaries(
  { id, api: own }: WorkspaceAccess,
  requestIds: readonly string[],
): Promise<void> {
  const count = requestIds.length;
  if (count > MOST_SUMMARIES) {
    const message = `Select at most ${MOST_SUMMARIES}.`;
    showToast({ tone: 'problem', title: 'Too many requests for a summary of each', message });
    return;
  }
  const requests = await Promise.all(requestIds.map((requestId) => own.requests.get({ requestId })));
  const summaries = requests.map((each) => requestSummary(each, requestDeepLink(id, each.requestId)));
  const name = count === 1 ? 'Summary' : `${count} summaries`;
  if (await copyWithToast(summaries.join('\n\n'), name)) {
    await api.explanations.copied({ what: 'summary', count });
  }
}

/** Copies a text to the clipboard, even without clipboard permission. Resolves to whether it succeeded. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

function copySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}

const SHOWN_MS = 1800;

/** Copies a text; `copied` is true for a moment afterwards. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return { copied, copy: () => void copyText(text).then(setCopied) };
}
