import type { Tool } from '../tool.ts'
import { checkTool } from './check.ts'
import { explainTool } from './explain.ts'
import { applyFixTool, proposeFixTool } from './fix.ts'
import { lookUpTool } from './look-up.ts'
import { nextPageTool } from './next-page.ts'
import { addWaiverTool, proposeWaiverTool } from './waiver.ts'

export const tools: readonly Tool[] = [
  checkTool,
  explainTool,
  proposeFixTool,
  proposeWaiverTool,
  lookUpTool,
  nextPageTool,
  applyFixTool,
  addWaiverTool,
]
