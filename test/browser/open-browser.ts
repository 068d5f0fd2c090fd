import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser of this machine, or undefined: `CHROMIUM` names it, else where a distribution puts it. */
export const browserPath = [process.env.CHROMIUM ?? '', ...usual].find(
  (path) => path !== '' && existsSync(path),
)

export function openBrowser(): Promise<Browser> {
  // Without a sandbox of its own, since a container's root has none to give; it opens only the files of these tests.
  return chromium.launch({ executablePath: browserPath ?? '', args: ['--no-sandbox'] })
}
