export { runWatch } from './show-watch.ts'
export { changedMatches, changedSince, stampNow, watchFolders } from './watch-folders.ts'
export { createWatchedRun, type WatchedRun } from './watched-run.ts'
