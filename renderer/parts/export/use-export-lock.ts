import { useAppState } from '../../api/app-state.tsx';

const OFF = 'Set by your organisation: candidates’ data can’t be saved to files.';

/** What a control that saves candidates' data to a file says and does while the organisation's policy turns exports off. */
export function useExportLock() {
  const isOff = !useAppState().policy.exportsAllowed;
  return {
    isOff,
    /** For the button: disabled, with who set it. */
    lock: isOff ? { disabled: true, title: OFF, 'aria-description': OFF } : {},
  };
}
