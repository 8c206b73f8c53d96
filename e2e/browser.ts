import { existsSync } from 'node:fs'

/** Debian's headless Chromium, which takes half the time of the full browser for the same tests. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  HEADLESS_SHELL,
]

/** The path of an installed Chromium, if there is one. */
export const findBrowser = () => firstOf(PLACES)

export const findHeadlessBrowser = () => firstOf([HEADLESS_SHELL, ...PLACES])

const firstOf = (places: string[]) => [process.env.CHROMIUM, ...places].find(path => path && existsSync(path))

/** No sandbox, because Chromium refuses one when root runs it, and no background traffic. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
