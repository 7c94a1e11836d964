import classes from './clipped-text.module.css';

interface ClippedTextProps {
  readonly children: string;
  readonly dimmed?: boolean;
  readonly mono?: boolean;
  readonly strong?: boolean;
  /** Digits of one width, so that numbers beneath each other can be compared. */
  readonly figures?: boolean;
  /** Which way it is written, where its letters do not say it. */
  readonly dir?: 'ltr' | 'auto';
  /** Shown on hover; the text itself unless told otherwise. */
  readonly title?: string;
}

/** One line that never breaks a layout: cut with an ellipsis, whole in its tooltip, in its own writing direction. */
export function ClippedText(props: ClippedTextProps) {
  const { children, dimmed, mono, strong, figures, dir = 'auto', title = children } = props;
  return (
    <span
      className={classes['text']}
      data-dimmed={dimmed || undefined}
      data-mono={mono || undefined}
      data-strong={strong || undefined}
      data-figures={figures || undefined}
      dir={dir}
      title={title}
    >
      {children}
    </span>
  );
}
