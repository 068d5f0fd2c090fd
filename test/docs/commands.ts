import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../e2e/run-gov.ts'

export interface Command {
  readonly command: string
  readonly output: string
}

/** The commands of a `console` block, each with what it prints. */
export function transcriptOf(text: string): readonly Command[] {
  return text
    .replaceAll('\\\n', '')
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...output] = part.trimEnd().split('\n')
      return { command: asRun(command), output: output.join('\n') }
    })
}

/** The commands of an `sh` block. */
export function commandsOf(text: string): readonly string[] {
  return text
    .replaceAll('\\\n', '')
    .split('\n')
    .map(asRun)
    .filter((line) => line !== '')
}

function asRun(line: string): string {
  return line.replace(/(^|\s+)#\s.*$/, '').trim()
}

/** What differs from run to run and from machine to machine is left out; `...` stands for any lines. */
export function patternOf(output: string): RegExp {
  if (output === '') return /^$/
  const lines = output
    .split('\n')
    .map((line) => (line === '...' ? '(?:[^\\n]*\\n)*?' : `${escaped(scrub(line))}\\n`))
  return new RegExp(`^${lines.join('')}$`)
}

export function scrub(text: string): string {
  return text.replaceAll(/\b[\d.]+ (ms|s)\b/g, 'N ms').replaceAll(/\b(Node|gov) \d+\.\d+\.\d+/g, '$1 N')
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

/** Writes a transcript of a page again if it is no longer true. One with `...` says by hand what matters, and stays. */
export function renewTranscript(path: string, { output }: Command, stdout: string): boolean {
  const isTrue = patternOf(output).test(scrub(stdout))
  if (isTrue || output === '' || output.split('\n').includes('...')) return isTrue
  const file = join(projectRoot, path)
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replace(`\n${output}\n`, () => `\n${stdout.trimEnd()}\n`),
  )
  return true
}
