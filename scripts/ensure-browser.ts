import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findBrowser } from '../e2e/browser.ts'

/** Browser tests need a Chromium; on Debian, as root, the one without windows is installed when missing. */
const HEADLESS = 'chromium-headless-shell'
const isDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0
if (isDebian && !process.env.CHROMIUM && !existsSync(`/usr/bin/${HEADLESS}`)) {
  console.log('Installing a Chromium of the operating system for the browser tests …')
  const install = `apt-get update -q -o Acquire::http::Timeout=20 && { apt-get install -qy ${HEADLESS} || apt-get install -qy chromium; }`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env })
}
if (!findBrowser()) {
  console.error('The browser tests need Chromium: install it ("apt-get install chromium") or set CHROMIUM to its path.')
  process.exit(1)
}
