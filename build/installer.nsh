# What electron-builder's NSIS scripts do not know of Callboard.
#
# Installing registers nothing: the app becomes the owner of its scheme, for its user, when it is started. Removing
# takes that away again, and the start at login, for every user whose part of the registry is loaded. Another
# program's entries of the same name stay. An update removes the old version as well, with --updated: it keeps both.

!define CALLBOARD_SCHEME "Software\Classes\app.callboard"
!define CALLBOARD_RUN "Software\Microsoft\Windows\CurrentVersion\Run"
!define CALLBOARD_RUN_APPROVED "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"
!define CALLBOARD_RUN_NAME "app.callboard"

# Leaves in $R0 whether the command in $R0 starts the program that is being removed: "1" or "0".
!macro callboardIsOurs
  StrCpy $R1 '"$INSTDIR\${APP_EXECUTABLE_FILENAME}"'
  StrLen $R2 $R1
  StrCpy $R3 $R0 $R2
  ${if} $R3 == $R1
    StrCpy $R0 "1"
  ${else}
    StrCpy $R0 "0"
  ${endIf}
!macroend

# PREFIX: a user's part of HKU, with a backslash at its end; empty for HKCU and HKLM themselves.
!macro callboardForget ROOT PREFIX
  ReadRegStr $R0 ${ROOT} "${PREFIX}${CALLBOARD_SCHEME}\shell\open\command" ""
  !insertmacro callboardIsOurs
  ${if} $R0 == "1"
    DeleteRegKey ${ROOT} "${PREFIX}${CALLBOARD_SCHEME}"
  ${endIf}

  ReadRegStr $R0 ${ROOT} "${PREFIX}${CALLBOARD_RUN}" "${CALLBOARD_RUN_NAME}"
  !insertmacro callboardIsOurs
  ${if} $R0 == "1"
    DeleteRegValue ${ROOT} "${PREFIX}${CALLBOARD_RUN}" "${CALLBOARD_RUN_NAME}"
    DeleteRegValue ${ROOT} "${PREFIX}${CALLBOARD_RUN_APPROVED}" "${CALLBOARD_RUN_NAME}"
  ${endIf}
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    !insertmacro callboardForget HKCU ""
    ${if} $installMode == "all"
      !insertmacro callboardForget HKLM ""
      StrCpy $R4 0
      ${do}
        EnumRegKey $R5 HKU "" $R4
        ${if} $R5 == ""
          ${exitDo}
        ${endIf}
        !insertmacro callboardForget HKU "$R5\"
        IntOp $R4 $R4 + 1
      ${loop}
    ${endIf}
    ClearErrors
  ${endIf}
!macroend
