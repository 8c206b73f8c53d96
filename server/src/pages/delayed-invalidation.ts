/** Tags of what lists show of reviews, and of the names of their authors; all others are what is sold, bought or paid for. */
const isLate = (tag: string) => tag === 'ratings' || tag.startsWith('rating:') || tag.startsWith('reviewers:')

const EVERY_MS = 5000

/**
 * Passes changed tags on to `drop`: ratings and authors at most every five seconds, all others at once. A review or a name may be
 * edited as often as its author likes, and the pages that show it stay in memory meanwhile. Each instance waits for itself, so what
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
    listen(tags: readonly string[]) {
      const atOnce = tags.filter(tag => !isLate(tag))
      if (atOnce.length > 0) drop(atOnce)
      for (const tag of tags) if (isLate(tag)) waiting.add(tag)
      if (!pause) dropWaiting()
    },
    close: () => clearTimeout(pause),
  }
}
