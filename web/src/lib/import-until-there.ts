const LONGEST_PAUSE_MS = 30_000

/**
 * Imports a chunk and retries until it succeeds: when the network is back, and after a pause that doubles from a
 * second.
 */
export async function importUntilThere<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let pause = 1000; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await load()
    } catch {
      await untilOnline(pause)
    }
  }
}

function untilOnline(pause: number): Promise<void> {
  return new Promise(resolve => {
    const goOn = () => {
      removeEventListener('online', goOn)
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(goOn, pause)
    addEventListener('online', goOn)
  })
}
