export { runWatch } from './show-watch.ts'
export {
  findChangedMatches,
  findChangedPaths,
  stampNow,
  watchFolders,
} from './watch-folders.ts'
export { createWatchedRun, type WatchedRun } from './watched-run.ts'
