import { resolve } from 'node:path'
import { discoverConfig } from '../../check/config/discover.ts'
import type { Fix } from '../../check/fixable/fix.ts'
import type { KnownFixes } from '../../check/fixable/known-fixes.ts'
import { createMarks } from '../../check/fixable/mark-fixes.ts'
import { createSourceFile } from '../../check/sources/source-file.ts'
import {
  createSourceReader,
  noFile,
  type SourceReader,
  type Stamp,
} from '../../check/sources/source-reader.ts'
import { createSources, createSourcesWithReader, type Sources } from '../../check/sources/sources.ts'
import type { CheckRequest } from '../../check/types.ts'
import { createUnattendedWorld, silenceWarnings, type World } from '../../check/world.ts'
import { createVersions, type Versions } from '../../core/document/versions/versions.ts'
import { readMessage } from '../../core/model/file-fault.ts'
import type { FixKind } from '../../core/model/fixes.ts'
import type { Issue } from '../../core/model/issue.ts'
import { findDefinitionFile } from '../../core/model/target.ts'
import { type AskFlags, checkRequest, type PolicyFlags } from '../../terminal/flags/ask-flags.ts'
import { collectFixes } from '../fix/index.ts'
import {
  createWatchedRun,
  findChangedMatches,
  findChangedPaths,
  stampNow,
  type WatchedRun,
} from '../watch/index.ts'
import { nameRelative } from './paths.ts'

export type LspFlags = AskFlags & PolicyFlags

export interface Surroundings {
  /** A check request with the flags of `gov lsp`, for these files. */
  readonly requestFor: (files: readonly string[]) => CheckRequest
  /** The world of one run in `cwd`: it reads unsaved text from the editor, and ends with `signal` or the server. */
  readonly worldIn: (cwd: string, signal?: () => AbortSignal) => World
}

export interface SurroundingsInput extends Pick<World, 'env' | 'version' | 'nodeVersion'> {
  readonly flags: LspFlags
}

export function createSurroundings(
  { flags, env, version, nodeVersion }: SurroundingsInput,
  openText: OpenTexts,
  log: (text: string) => void,
  ended: AbortSignal,
  versions?: Map<string, Versions>,
): Surroundings {
  const observe = { warning: log, note: () => {}, log }
  const now = () => new Date()
  return {
    requestFor: (files) => checkRequest(flags, env, files),
    worldIn: (cwd, signal = () => ended) => {
      const sources = createSourcesWithReader(liveReader(cwd, openText, versions))
      return createUnattendedWorld({ env, version, nodeVersion, now, cwd, sources, observe }, signal)
    },
  }
}

/** Open files as in the editor, others from disk. `versions` keeps parsed texts for the next reader. */
export function liveReader(
  folder: string,
  openTexts: OpenTexts,
  versions: Map<string, Versions> = new Map(),
): SourceReader {
  const disk = createSourceReader(folder)
  const { cwd } = disk
  const stamps = new Map<string, Stamp>()
  const realPaths = new Set<string>()
  const opened = (file: string) => {
    const found = openTexts(resolve(cwd, file))
    if (found) stamps.set(found.path, found.stamp)
    if (found) realPaths.add(found.realPath)
    return found
  }
  const getVersions = (file: string) => {
    const path = resolve(cwd, file)
    const known = versions.get(path) ?? createVersions()
    versions.set(path, known)
    return known
  }
  const noteStamp = (file: string) => stamps.set(resolve(cwd, file), disk.stampOf(file) ?? noFile)
  return {
    ...disk,
    stamps,
    stampOf: (file) =>
      stamps.get(resolve(cwd, file)) ?? stamps.get(openTexts(resolve(cwd, file))?.path ?? ''),
    isInput: (path) => realPaths.has(path) || disk.isInput(path),
    note: async (file) => {
      const found = opened(file)
      return found ? found.stamp : disk.note(file).finally(() => noteStamp(file))
    },
    read: async (file, noun) => {
      const found = opened(file)
      if (!found) return disk.read(file, noun).finally(() => noteStamp(file))
      const bytes = new TextEncoder().encode(found.text)
      return { ...createSourceFile(file, bytes, noun), versions: getVersions(file) }
    },
  }
}

export interface OpenText {
  /** Absolute: the name that stands for the file, which may have others. */
  readonly path: string
  readonly realPath: string
  readonly text: string
  /** Differs from that of every other text, and from those of files. */
  readonly stamp: Stamp
}

/** Takes an absolute path. Undefined for a file that is not open. */
export type OpenTexts = (path: string) => OpenText | undefined

/** True if reading again would give the same, ignoring the file `besides`. */
export async function isAsRead(
  { stamps, searches, cwd }: Sources,
  openTexts: OpenTexts,
  besides?: string,
): Promise<boolean> {
  const others = new Map([...stamps].filter(([each]) => each !== besides))
  const changed = await findChangedPaths(others, createStamper(openTexts))
  return changed.length === 0 && (await findChangedMatches(searches, cwd)).length === 0
}

/** The stamp that a reader would give a file now. */
function createStamper(openTexts: OpenTexts): (path: string) => Promise<Stamp> {
  return async (path) => openTexts(path)?.stamp ?? stampNow(path)
}

/** Differs once another config is found, or the one that was found has changed. */
export async function configStamp({ config }: CheckRequest, cwd: string): Promise<string> {
  const file =
    typeof config === 'object' ? resolve(cwd, config.file) : await discoverConfig(cwd).catch(readMessage)
  return `${file} ${file === undefined ? '' : await stampNow(file)}`
}

/** `gov check FILE`, made again and again, of files as they are in an editor. */
export interface LiveCheck extends WatchedRun {
  /** The name in messages: that of the definition, once it was checked. */
  readonly file: string
  /** By the ids of its issues, the kinds of fixes that these seem to have: only making one tells. */
  readonly kinds: (issues: readonly Issue[]) => ReadonlyMap<string, FixKind>
}

/** `path` is absolute. The config and the rulesets count as they are saved. */
export function createLiveCheck(
  path: string,
  requestFor: (files: readonly string[]) => CheckRequest,
  world: World,
  openTexts: OpenTexts,
): LiveCheck {
  const typed = nameRelative(world.cwd, path)
  let file = typed
  let fixes: KnownFixes | undefined
  const versions = new Map<string, Versions>()
  const run = createWatchedRun(requestFor([typed]), world, {
    open: () => createSourcesWithReader(liveReader(world.cwd, openTexts, versions)),
    stamp: createStamper(openTexts),
    accept: () => {},
    marks: async () => {
      const sources = createSources(world.cwd)
      fixes = await collectFixes(requestFor([typed]), silenceWarnings({ ...world, sources }))
      return createMarks(fixes)
    },
  })
  return {
    ...run,
    get file() {
      return file
    },
    check: async () => {
      const judged = await run.check()
      file = judged.report.run.definitions[0]?.file ?? typed
      return judged
    },
    kinds: (issues) =>
      new Map(
        issues.flatMap((issue) => {
          const kind = chooseKind(issue, fixes?.of(issue) ?? [])
          return kind === undefined ? [] : [[issue._id, kind] as const]
        }),
      ),
  }
}

/** The kind that the fix of an issue without a mark may have at worst. */
function chooseKind(issue: Issue, fixes: readonly Fix[]): FixKind | undefined {
  const { fixable, excused } = issue
  if (fixes.length === 0 || excused !== undefined || findDefinitionFile(issue) === undefined) return undefined
  if (fixes.every(({ asksPerson }) => asksPerson)) return 'placeholder'
  if (fixable === undefined) return fixes.every(({ safe }) => safe) ? 'safe' : 'unsafe'
  return fixable === 'no' ? undefined : fixable
}
