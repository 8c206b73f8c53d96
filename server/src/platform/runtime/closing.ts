import { setTimeout as delay } from 'node:timers/promises'

export interface Part {
  close(): Promise<unknown>
}

/** Leaves PostgreSQL time to stop within the ten seconds that a shop has to close. */
const PATIENCE_MS = 6000

/** Parts close in reverse order; after the time limit only the first, the database, is awaited. */
export async function closeAll(parts: Part[], complain: (error: unknown) => void): Promise<void> {
  const patience = delay(PATIENCE_MS, undefined, { ref: false })
  const [first, ...others] = parts
  for (const part of others.reverse()) await Promise.race([part.close().catch(complain), patience])
  await first?.close().catch(complain)
}

export const together = (parts: Part[]): Part => ({ close: () => Promise.all(parts.map(part => part.close())) })
