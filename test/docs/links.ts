import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '../e2e/run-gov.ts'
import type { Page } from './pages.ts'

/** The broken links of a page within this project. Links to other hosts are not followed. */
export function lostLinks({ path, text }: Page): readonly string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '')
  return targets.filter((target) => !/^https:\/\//.test(target) && !leadsSomewhere(path, target))
}

function leadsSomewhere(from: string, target: string): boolean {
  const [file = '', anchor] = target.split('#')
  const path = join(projectRoot, file === '' ? from : join(dirname(from), file))
  if (!existsSync(path)) return false
  return anchor === undefined || anchorsOf(readFileSync(path, 'utf8')).includes(anchor)
}

/** The anchors that GitHub gives headings. */
function anchorsOf(text: string): readonly string[] {
  const headings = text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.*)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
