export { printReportDiff } from './diff-command.ts'
