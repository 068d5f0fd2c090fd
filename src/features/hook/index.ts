export { hookState, hookWords, installHook, refuseHook } from './change-hook.ts'
export { gitPlace, hookFile, warnWithoutProgram } from './git-place.ts'
export { hookTypes } from './hook-text.ts'
