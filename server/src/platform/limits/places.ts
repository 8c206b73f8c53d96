import { TooManyError } from '../http/errors.ts'

export const RETRY_SECONDS = 10

/**
 * Limits expensive work of this instance to `most` at a time, and `mostOfOne` per owner, such as a network address
 * or an account; more is refused with `whenFull`.
 */
export function openPlaces(most: number, whenFull: string, mostOfOne = most) {
  const taken = new Set<string[]>()

  /** Answers the function that frees the place; it may be called again. */
  function take(...owners: string[]): () => void {
    const hasEnough = (owner: string) => [...taken].filter(others => others.includes(owner)).length >= mostOfOne
    if (taken.size >= most || owners.some(hasEnough)) throw new TooManyError(whenFull, RETRY_SECONDS)
    taken.add(owners)
    return () => void taken.delete(owners)
  }

  return {
    take,
    async hold<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
      const leave = take(owner)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
