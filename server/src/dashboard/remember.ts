/**
 * Caches the answers of slow work. An answer older than `ms` is still returned at once, while one refresh runs for all
 * callers.
 */
export function remember<Key, Answer>(work: (key: Key) => Promise<Answer>, ms: number): (key: Key) => Promise<Answer> {
  const known = new Map<Key, { answer: Answer; at: number }>()
  const underWay = new Map<Key, Promise<Answer>>()

  async function make(key: Key): Promise<Answer> {
    try {
      const answer = await work(key)
      known.set(key, { answer, at: Date.now() })
      return answer
    } finally {
      underWay.delete(key)
    }
  }

  function start(key: Key): Promise<Answer> {
    const making = underWay.get(key) ?? make(key)
    underWay.set(key, making)
    return making
  }

  return async key => {
    const last = known.get(key)
    if (!last) return start(key)
    if (Date.now() - last.at > ms) start(key).catch(() => {})
    return last.answer
  }
}
