/** Imports code; without a network, once it is back. */
export async function importOnceOnline<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise(resolve => addEventListener('online', resolve, { once: true }))
    return importOnceOnline(load)
  }
}
