/** Tags of what lists show of reviews; all others are what somebody sells, buys or pays for. */
const isRating = (tag: string) => tag === 'ratings' || tag.startsWith('rating:')

const EVERY_MS = 5000

/**
 * Passes changed tags on to `drop`: ratings at most every five seconds, all others at once. A review may be edited as often
 * as its author likes, and the lists that show its stars stay in memory meanwhile. Each instance waits for itself, so what
 * waits is dropped on all of them without another word.
 */
export function lateDrops(drop: (tags: readonly string[]) => void, everyMs = EVERY_MS) {
  const waiting = new Set<string>()
  let pause: NodeJS.Timeout | undefined

  function dropWaiting() {
    pause = undefined
    if (waiting.size === 0) return
    drop([...waiting])
    waiting.clear()
    pause = setTimeout(dropWaiting, everyMs).unref()
  }

  return {
    hear(tags: readonly string[]) {
      const atOnce = tags.filter(tag => !isRating(tag))
      if (atOnce.length > 0) drop(atOnce)
      for (const tag of tags) if (isRating(tag)) waiting.add(tag)
      if (!pause) dropWaiting()
    },
    close: () => clearTimeout(pause),
  }
}
