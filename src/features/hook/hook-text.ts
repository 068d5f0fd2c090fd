import block from './block.sh?raw'

export const hookTypes = ['pre-push', 'pre-commit'] as const
export type HookType = (typeof hookTypes)[number]

/** The hooks of git that a type needs, by their names: git runs no pre-commit hook before the commit of a merge. */
export const hookNames = {
  'pre-push': ['pre-push'],
  'pre-commit': ['pre-commit', 'pre-merge-commit'],
} as const satisfies Record<HookType, readonly string[]>
export type HookName = (typeof hookNames)[HookType][number]

const begin = '# >>> gov hook >>> written by gov hook install; remove it with gov hook uninstall'
const end = '# <<< gov hook <<<'
const chain = '# gov hook: the previous hook'

/** A part of a hook for `sh`; `folder` is where `gov check` runs, from the root of the repository. */
export function hookBlock(name: HookName, folder: string): string {
  const text = block.replace('@TYPE@', name).replace('@FOLDER@', () => `'${folder.replaceAll("'", "'\\''")}'`)
  return `${begin}\n${text.trimEnd()}\n${end}\n`
}

export function hasBlock(text: string): boolean {
  return text.includes(begin) && text.includes(end)
}

/** Puts the block first, once: the rest may exit, or read standard input, which the block leaves to it. */
export function withBlock(text: string, added: string): string {
  const rest = withoutBlock(text)
  const [, first = '', others = rest] = /^(#![^\n]*\n)([\s\S]*)$/.exec(rest) ?? []
  return `${first || '#!/bin/sh\n'}${added}${others}`
}

export function withoutBlock(text: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  return from === -1 || to === -1
    ? text
    : text.slice(0, from) + text.slice(to + end.length).replace(/^\n/, '')
}

/** True if only blank lines and the shebang are left. */
export function isBare(text: string): boolean {
  return text.split('\n').every((line) => line.trim() === '' || line.startsWith('#!'))
}

/** True if `sh` can run the text after the block, and git the hook: not where the name of its program ends in a carriage return. */
export function isShell(text: string): boolean {
  if (text.includes('\0') || /^#!.*\r/.test(text)) return false
  return !text.startsWith('#!') || /^#!.*\b(?:ba|da|a|k|z)?sh\b/.test(text)
}

/** The end of a hook that starts the one which was there before. */
export function renderChain(name: HookName): string {
  return `${chain}\nexec "$(dirname "$0")/${beforeName(name)}" "$@"\n`
}

export function isChained(text: string): boolean {
  return text.includes(chain)
}

export function beforeName(name: HookName): string {
  return `${name}.before-gov`
}
