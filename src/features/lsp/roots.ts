import { watchFolders } from '../watch/index.ts'
import { isDefinitionText } from './file-problems.ts'
import { createOpenParts, type OnPartFault } from './open-parts.ts'
import { findFolder, isData } from './paths.ts'
import { type OnChecked, Root } from './root.ts'
import type { Session } from './session.ts'

/** What is shown of the definitions that are checked. */
export interface ShownRoots {
  readonly onAnswer: OnChecked
  readonly onClosed: (root: Root) => void
  readonly onFault: OnPartFault
}

/** For what neither the system nor the client reports. */
const pollMs = 2000

/** The definitions that are checked: those that are open, and those that go on in an open file. */
export class Roots {
  readonly #session: Session
  readonly #roots = new Map<string, Root>()
  readonly #parts: ReturnType<typeof createOpenParts>
  readonly #folders: ReturnType<typeof watchFolders>
  readonly #shown: ShownRoots
  readonly #toRefresh: (() => void)[] = []
  #running = Promise.resolve()
  #adding: Promise<unknown> = Promise.resolve()
  #isWaiting = false

  constructor(session: Session, shown: ShownRoots) {
    this.#session = session
    this.#shown = shown
    this.#parts = createOpenParts(session, shown.onFault)
    this.#folders = watchFolders(() => this.refresh(), pollMs)
    session.onEvent((what, path) => {
      for (const root of this.findRoots(path)) if (what !== 'saved') root.schedule()
      if (what === 'closed') this.#parts.forget(path)
      if (what === 'closed') this.#remove(path)
      else if (what === 'saved') this.refresh()
      else if (what === 'opened' || (!this.#roots.has(path) && this.findRoots(path).length === 0))
        this.#adding = Promise.all([this.#adding, this.#add(path).catch(session.fail)])
    })
    session.onFoldersChanged(() => this.refresh())
    session.ended.addEventListener('abort', () => {
      this.#folders.close()
      for (const root of this.all()) root.close()
    })
  }

  all(): Iterable<Root> {
    return this.#roots.values()
  }

  findRoots(path: string): readonly Root[] {
    const realPath = this.#session.openText(path)?.realPath
    return [...this.all()].filter((root) => root.holders.has(path) || root.reads(path, realPath))
  }

  /** Resolves once no check of a definition that is about this file waits or runs. */
  async settled(path: string): Promise<void> {
    await this.#adding
    await Promise.all(this.findRoots(path).map((root) => root.settled()))
  }

  /** Looks for what has changed on disk, and checks it. */
  refresh(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.#running = this.#running
      .then(() => {
        this.#isWaiting = false
        for (const listener of this.#toRefresh) listener()
        return this.#look()
      })
      .catch(this.#session.fail)
  }

  onRefresh(listener: () => void): void {
    this.#toRefresh.push(listener)
  }

  async #add(path: string): Promise<void> {
    const { openText, onePath } = this.#session
    if (isDefinitionText(path, openText(path)?.text ?? '')) return this.#hold(path, path)
    for (const root of this.findRoots(path)) root.holders.add(path)
    if (isData(path))
      for (const definition of (await this.#parts.search(path)) ?? [])
        await this.#hold(onePath(definition), path)
  }

  async #hold(path: string, holder: string): Promise<void> {
    const cwd = await findFolder(path, this.#session.folders())
    if (!this.#session.openText(holder)) return
    const known = this.#roots.get(path)
    const root = known ?? new Root(path, cwd, this.#session, this.#answer)
    root.holders.add(holder)
    if (known) return
    this.#roots.set(path, root)
    root.schedule(0)
  }

  readonly #answer: OnChecked = async (...answer) => {
    await this.#shown.onAnswer(...answer)
    await this.#folders.cover([...this.all()].flatMap(({ last }) => last.paths))
  }

  #remove(path: string): void {
    for (const root of this.all()) if (root.holders.delete(path) && root.holders.size === 0) this.#drop(root)
  }

  #drop(root: Root): void {
    root.close()
    this.#roots.delete(root.path)
    this.#shown.onClosed(root)
  }

  async #look(): Promise<void> {
    const { folders, openDocuments } = this.#session
    for (const root of this.all()) {
      const isMoved = (await findFolder(root.path, folders())) !== root.cwd
      if (isMoved) await this.#move(root)
      else await root.refresh()
    }
    for (const { path } of [...openDocuments()]) if (!this.#roots.has(path)) await this.#add(path)
  }

  async #move(root: Root): Promise<void> {
    this.#drop(root)
    for (const holder of root.holders) await this.#hold(root.path, holder)
  }
}
