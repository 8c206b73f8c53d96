const PAUSE_MS = 1000
/** Browsers say 'online' some seconds before a phone's network answers. */
const TRIES_ONCE_ONLINE = 10

/** Imports code, at the second try if need be; without a network, once it is back. Throws when it cannot be imported. */
export async function importOnceOnline<Module>(load: () => Promise<Module>, triesLeft = 1): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (!navigator.onLine) {
      await new Promise(resolve => addEventListener('online', resolve, { once: true }))
      return importOnceOnline(load, TRIES_ONCE_ONLINE)
    }
    if (triesLeft === 0) throw error
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
    return importOnceOnline(load, triesLeft - 1)
  }
}
