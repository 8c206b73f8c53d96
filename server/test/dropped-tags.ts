import { onChange } from '../src/platform/database/invalidation.ts'

/** The tags of the pages that this work drops, in order. */
export async function tagsDroppedBy(work: () => Promise<unknown>): Promise<string[]> {
  const dropped: string[] = []
  const stop = onChange(tags => void dropped.push(...tags))
  await work()
  stop()
  return dropped
}
