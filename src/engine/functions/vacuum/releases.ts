/** The releases of vacuum that were compared, the newest first: that is the one that `engine: vacuum` follows where they differ. */
export const vacuumReleases = ['0.30.3', '0.29.9'] as const

export type VacuumRelease = (typeof vacuumReleases)[number]

export const followedRelease = vacuumReleases[0]

/** One way in which vacuum differs, and the releases that do. */
export interface DifferenceRow<Change, Release extends string = VacuumRelease> {
  /** Their names, with blanks between. */
  readonly functions: string
  readonly change: Change
  /** The first release with it. Absent: all. */
  readonly since?: Release | undefined
  /** The first release without it. Absent: none. */
  readonly until?: Release | undefined
}

/** The changes of a function up to a release, in the order of the table. */
export function listChanges<Change, Release extends string = VacuumRelease>(
  rows: readonly DifferenceRow<Change, Release>[],
  name: string,
  release: string = followedRelease,
  releases: readonly string[] = vacuumReleases,
): readonly Change[] {
  const hasReached = (start: string) => releases.indexOf(release) <= releases.indexOf(start)
  return rows.flatMap(({ functions, change, since, until }) => {
    const isMeant = functions.split(/\s+/).includes(name)
    const isOfRelease = (!since || hasReached(since)) && !(until && hasReached(until))
    return isMeant && isOfRelease ? [change] : []
  })
}
