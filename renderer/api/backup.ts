import { useMutation, useQuery } from '@tanstack/react-query';
import { api, queries } from './api.ts';

/** The last backup, whether one is due, and the progress of a backup or restore. */
export function useBackup() {
  return useQuery(queries.backup.state());
}

export function useMakeBackup() {
  return useMutation({ mutationFn: (passphrase: string) => api.backup.make({ passphrase }), gcTime: 0 });
}

/** Opens a file dialog for the backup to restore; null if the person cancelled. */
export function useChooseBackup() {
  return useMutation({ mutationFn: () => api.backup.choose() });
}

export function useOpenBackup() {
  return useMutation({ mutationFn: (passphrase: string) => api.backup.open({ passphrase }), gcTime: 0 });
}

export function useRestoreBackup() {
  return useMutation({ mutationFn: () => api.backup.restore() });
}

/** Puts all data aside and begins anew; gives the name of the file. */
export function useStartOver() {
  return useMutation({ mutationFn: () => api.backup.startOver() });
}

/** Cancels the backup or restore in progress, or closes the chosen file. */
export function useStopBackup() {
  return useMutation({ mutationFn: () => api.backup.cancel() });
}

/** Opens a dialog for the folder of automatic backups; null if the person cancelled. */
export function useChooseAutomaticFolder() {
  return useMutation({ mutationFn: () => api.backup.chooseAutomaticFolder() });
}

/** Turns automatic backups on, or changes their passphrase. */
export function useSetUpAutomatic() {
  return useMutation({
    mutationFn: (passphrase: string) => api.backup.setUpAutomatic({ passphrase }),
    gcTime: 0,
  });
}

export function useTurnOffAutomatic() {
  return useMutation({ mutationFn: () => api.backup.turnOffAutomatic() });
}

/** Makes an automatic backup now. */
export function useBackUpNow() {
  return useMutation({ mutationFn: () => api.backup.backUpNow() });
}

/** Deletes the automatic backups made before the last erasure of a person. */
export function useDeleteBeforeErasure() {
  return useMutation({ mutationFn: () => api.backup.deleteBeforeErasure() });
}

export function useRemindOfBackupLater() {
  return useMutation({ mutationFn: () => api.backup.remindLater() });
}
