import { readFileSync, writeFileSync } from 'node:fs';

/**
 * The scheme in the computer's part of the registry, as a component of its own. Windows Installer removes it with the
 * program. Its GUID is fixed: by it the installer knows the same component in every version.
 */
const COMPONENT = `
      <Component Id="CallboardScheme" Guid="B5B1C0B4-9B39-4D0C-8E5A-0D6B7E2C9F34">
        <RegistryKey Root="HKLM" Key="Software\\Classes\\app.callboard">
          <RegistryValue Type="string" Value="URL:Callboard" KeyPath="yes"/>
          <RegistryValue Type="string" Name="URL Protocol" Value=""/>
          <RegistryKey Key="DefaultIcon">
            <RegistryValue Type="string" Value="&quot;[APPLICATIONFOLDER]Callboard.exe&quot;,0"/>
          </RegistryKey>
          <RegistryKey Key="shell\\open\\command">
            <RegistryValue Type="string" Value="&quot;[APPLICATIONFOLDER]Callboard.exe&quot; -- &quot;%1&quot;"/>
          </RegistryKey>
        </RegistryKey>
      </Component>`;

const GROUP = '<ComponentGroup Id="ProductComponents" Directory="APPLICATIONFOLDER">';

/** Adds the scheme to a WiX project. Throws where the project is not as electron-builder writes it. */
export function withScheme(project: string): string {
  if (!project.includes(GROUP))
    throw new Error('The MSI project has no group of components to add the scheme to.');
  return project.replace(GROUP, `${GROUP}${COMPONENT}`);
}

/** electron-builder's hook: it has written the project of the MSI and compiles it next. */
export function msiProjectCreated(path: string): void {
  writeFileSync(path, withScheme(readFileSync(path, 'utf8')));
}
