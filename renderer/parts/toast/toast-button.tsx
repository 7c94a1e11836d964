import classes from './toast-button.module.css';

interface ToastButtonProps {
  readonly label: string;
  /** What it began is under way. */
  readonly busy: boolean;
  readonly onClick: () => void;
}

/** A button within a toast: of the browser alone, as a toast is drawn between a press and the frame that answers it. */
export function ToastButton({ label, busy, onClick }: ToastButtonProps) {
  return (
    <button type="button" className={classes['button']} disabled={busy} aria-busy={busy} onClick={onClick}>
      {label}
    </button>
  );
}
