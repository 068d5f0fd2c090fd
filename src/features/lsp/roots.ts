import { declaresOpenApi } from '../../check/definitions/openapi-text.ts'
import { watchFolders } from '../watch/index.ts'
import { createOpenParts, type OpenParts } from './open-parts.ts'
import { findFolder } from './paths.ts'
import { createRoot, type OnAnswer, type Root } from './root.ts'
import type { Session } from './session.ts'

/** The definitions that are checked: those that are open, and those that go on in an open file. */
export interface Roots {
  readonly all: () => Iterable<Root>
  /** The definitions whose last check read this file. */
  readonly findRoots: (path: string) => readonly Root[]
  /** Resolves once no check of a definition that is about this file waits or runs. */
  readonly settled: (path: string) => Promise<void>
  /** Looks for what has changed on disk, and checks it. */
  readonly refresh: () => void
  readonly onAnswer: (listener: OnAnswer) => void
  readonly onClosed: (listener: (root: Root) => void) => void
  /** Something may have changed on disk. */
  readonly onRefresh: (listener: () => void) => void
  readonly onFault: OpenParts['onFault']
}

/** For what neither the system nor the client reports. */
const pollMs = 2000

export function createRoots(session: Session): Roots {
  const roots = new Map<string, Root>()
  const [toAnswer, toClosed]: [Listener<'onAnswer'>[], Listener<'onClosed'>[]] = [[], []]
  const findRoots = (path: string) => {
    const realPath = session.openText(path)?.realPath
    return [...roots.values()].filter(({ holders, reads }) => holders.has(path) || reads(path, realPath))
  }
  const folders = watchFolders(() => look(), pollMs)
  const parts = createOpenParts(session)

  const hold = async (path: string, holder: string) => {
    const cwd = await findFolder(path, session.folders())
    if (!session.openText(holder)) return
    const root = roots.get(path) ?? createRoot(path, cwd, session, answered)
    root.holders.add(holder)
    if (roots.has(path)) return
    roots.set(path, root)
    root.schedule(0)
  }
  const answered: Listener<'onAnswer'> = async (...answer) => {
    for (const listener of toAnswer) await listener(...answer)
    await folders.cover([...roots.values()].flatMap((root) => root.last().paths))
  }
  const drop = (root: Root) => {
    root.close()
    roots.delete(root.path)
    for (const listener of toClosed) listener(root)
  }
  const add = async (path: string) => {
    if (isDefinition(path, session.openText(path)?.text ?? '')) return hold(path, path)
    for (const root of findRoots(path)) root.holders.add(path)
    if (isData(path))
      for (const definition of (await parts.search(path)) ?? []) await hold(session.onePath(definition), path)
  }
  const remove = (path: string) => {
    for (const root of roots.values()) {
      if (root.holders.delete(path) && root.holders.size === 0) drop(root)
    }
  }
  const refresh = async () => {
    for (const root of roots.values()) {
      const isMoved = (await findFolder(root.path, session.folders())) !== root.cwd
      if (isMoved) await move(root)
      else await root.refresh()
    }
    for (const { path } of [...session.openDocuments()]) if (!roots.has(path)) await add(path)
  }
  const toRefresh: (() => void)[] = []
  let running = Promise.resolve()
  let adding: Promise<unknown> = Promise.resolve()
  let isWaiting = false
  const look = () => {
    if (isWaiting) return
    isWaiting = true
    running = running
      .then(() => {
        isWaiting = false
        for (const listener of toRefresh) listener()
        return refresh()
      })
      .catch(session.fail)
  }
  const move = async (root: Root) => {
    drop(root)
    for (const holder of root.holders) await hold(root.path, holder)
  }

  session.onEvent((what, path) => {
    for (const root of findRoots(path)) if (what !== 'saved') root.schedule()
    if (what === 'closed') parts.forget(path)
    if (what === 'closed') remove(path)
    else if (what === 'saved') look()
    else if (what === 'opened' || (!roots.has(path) && findRoots(path).length === 0))
      adding = Promise.all([adding, add(path).catch(session.fail)])
  })
  session.onFoldersChanged(look)
  session.ended.addEventListener('abort', () => {
    folders.close()
    for (const root of roots.values()) root.close()
  })
  return {
    all: () => roots.values(),
    findRoots,
    settled: async (path) => {
      await adding
      await Promise.all(findRoots(path).map((root) => root.settled()))
    },
    refresh: look,
    onAnswer: (listener) => void toAnswer.push(listener),
    onClosed: (listener) => void toClosed.push(listener),
    onRefresh: (listener) => void toRefresh.push(listener),
    onFault: parts.onFault,
  }
}

type Listener<Key extends 'onAnswer' | 'onClosed'> = Parameters<Roots[Key]>[0]

function isData(path: string): boolean {
  return /\.(?:json|ya?ml)$/i.test(path)
}

const headLength = 4096
/** A text with more mentions is searched only at its beginning, to bound the time. */
const mostMentions = 1000

/** The version key counts wherever it stands in the document. */
function isDefinition(path: string, text: string): boolean {
  const [, kind] = /\.(json|ya?ml)$/i.exec(path) ?? []
  const mentions = text.split(/openapi|swagger/, mostMentions + 1).length
  const searched = mentions > mostMentions ? text.slice(0, headLength) : text
  return kind !== undefined && declaresOpenApi(searched, kind.toLowerCase() === 'json' ? 'json' : 'yaml')
}
