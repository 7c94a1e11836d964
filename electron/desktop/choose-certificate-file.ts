import { dialog } from 'electron';

/** Opens a file dialog for CA certificates; returns the path, or null when cancelled. */
export async function chooseCertificateFile(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title: 'Add certificate authorities',
    properties: ['openFile'],
    filters: [
      { name: 'Certificates', extensions: ['pem', 'crt', 'cer', 'der'] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
