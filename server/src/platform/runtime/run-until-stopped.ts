import { setTimeout as delay } from 'node:timers/promises'

export function complain(error: unknown) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
}

/** Parts close in reverse order at a signal, or when opening fails; then the process ends. */
export function runUntilStopped(open: (opened: Part[]) => Promise<void>): void {
  const opened: Part[] = []
  const opening = open(opened)
  let stopped = 0

  /** Waits for a part that is just opening, which would otherwise stay open. */
  async function stop(code: number) {
    setTimeout(() => process.exit(1), 10_000).unref()
    await Promise.race([opening.catch(() => {}), delay(3000)])
    await closeAll(opened.splice(0), complain)
    process.exit(code)
  }

  function stopOnce() {
    if (stopped === 0) void stop(0)
    stopped ||= Date.now()
  }

  // npm forwards the Ctrl-C that the terminal has already sent here, so only a later signal means "now".
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopped > 0 && Date.now() - stopped > 1000) process.exit(1)
      stopOnce()
    })
  }

  // npm runs its script in a shell that ends at SIGTERM without passing it on.
  const { ppid } = process
  if (process.env.npm_lifecycle_event === 'start') setInterval(() => process.ppid !== ppid && stopOnce(), 500).unref()

  opening.catch(error => {
    complain(error)
    if (stopped === 0) void stop(1)
  })
}

export interface Part {
  close(): Promise<unknown>
}

/** Leaves PostgreSQL time to stop within the ten seconds that a shop has to close. */
const PATIENCE_MS = 6000

/** Parts close in reverse order; after the time limit only the first, the database, is awaited. */
async function closeAll(parts: Part[], complain: (error: unknown) => void): Promise<void> {
  const patience = delay(PATIENCE_MS, undefined, { ref: false })
  const [first, ...others] = parts
  for (const part of others.reverse()) await Promise.race([part.close().catch(complain), patience])
  await first?.close().catch(complain)
}
