import { spawnSync } from 'node:child_process'
import { findBrowser } from '../e2e/browser.ts'

/** Browser tests need a Chromium; on Debian, as root, it is installed when missing. */
if (!findBrowser()) {
  console.log('No Chromium found; installing the one of the operating system …')
  const install = 'apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy chromium'
  spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'] })
}
if (!findBrowser()) {
  console.error('The browser tests need Chromium: install it ("apt-get install chromium") or set CHROMIUM to its path.')
  process.exit(1)
}
