import classes from './clipped-text.module.css';

interface ClippedTextProps {
  readonly children: string;
  readonly dimmed?: boolean;
  readonly mono?: boolean;
  readonly strong?: boolean;
  /** Shown on hover; the text itself unless told otherwise. */
  readonly title?: string;
}

/** One line that never breaks a layout: cut with an ellipsis, whole in its tooltip, in its own writing direction. */
export function ClippedText({ children, dimmed, mono, strong, title }: ClippedTextProps) {
  return (
    <span
      className={classes['text']}
      data-dimmed={dimmed || undefined}
      data-mono={mono || undefined}
      data-strong={strong || undefined}
      dir="auto"
      title={title ?? children}
    >
      {children}
    </span>
  );
}
