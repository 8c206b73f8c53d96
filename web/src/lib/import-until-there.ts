const LONGEST_PAUSE_MS = 30_000

/** A page younger than this is not reloaded: while instances are upgraded in turn, it would reload again and again. */
const YOUNG_MS = 10_000

/**
 * Imports a chunk and retries until it succeeds: when the network is back, and after a pause that doubles from one
 * second. After an upgrade of the shop it cannot succeed: with `leave` given, it calls that and never resolves.
 */
export async function importUntilThere<Module>(load: () => Promise<Module>, leave?: () => void): Promise<Module> {
  for (let pause = 1000; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await load()
    } catch {
      if (leave && (await isOfFormerEdition())) {
        leave()
        return new Promise(() => {})
      }
      await untilOnline(pause)
    }
  }
}

/** Whether the scripts of this page are gone, because the shop was upgraded since it was loaded. */
export async function isOfFormerEdition(): Promise<boolean> {
  const { entry } = document.querySelector<HTMLElement>('script[data-entry]')?.dataset ?? {}
  if (!entry || performance.now() < YOUNG_MS) return false
  const answer = await fetch(entry, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  return answer?.status === 404
}

const untilOnline = (mostMs: number) =>
  new Promise(resolve => {
    addEventListener('online', resolve, { once: true })
    setTimeout(resolve, mostMs)
  })
