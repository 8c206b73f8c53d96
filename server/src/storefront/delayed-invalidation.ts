/** Tags of ratings and reviewers' names in lists; all others concern products, prices and stock. */
const isLate = (tag: string) => tag === 'ratings' || tag.startsWith('rating:') || tag.startsWith('reviewers:')

const EVERY_MS = 5000

/**
 * Passes invalidated tags to `drop`: ratings and authors at most every five seconds, all others at once. An author can
 * edit a review or a name without limit; the pages that show it stay cached meanwhile. Each instance delays on its own,
 * without further notifications.
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
