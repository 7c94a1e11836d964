import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Registers the scheme for all users, as a separate component that Windows Installer removes with the program. The
 * GUID must
 * not change: it identifies the component across versions.
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

/** Adds the scheme to a WiX project. Throws if the project isn't in electron-builder's format. */
export function withScheme(project: string): string {
  if (!project.includes(GROUP)) throw new Error('The MSI project has no component group for the scheme.');
  return project.replace(GROUP, `${GROUP}${COMPONENT}`);
}

/** Hook that electron-builder calls between writing and compiling the MSI project. */
export function msiProjectCreated(path: string): void {
  writeFileSync(path, withScheme(readFileSync(path, 'utf8')));
}
