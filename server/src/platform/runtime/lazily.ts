/** All callers share one load. A failure is not cached: the next call loads again. */
export function lazily<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loading: Promise<Result> | undefined
  return () => {
    loading ??= load().catch(error => {
      loading = undefined
      throw error
    })
    return loading
  }
}

interface Log {
  warn(details: object, message: string): void
}

/** Later the shop may be short of files or memory for the first email or password. */
export async function loadAhead(load: () => Promise<void>, log: Log): Promise<void> {
  await load().catch(err => log.warn({ err }, 'something was not loaded ahead, and is loaded when it is needed'))
}
